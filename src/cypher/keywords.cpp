#include "cypher/keywords.h"

#include <array>
#include <cstddef>

namespace dinkel {
namespace {

constexpr std::array keyword_texts = {
#define DINKEL_KEYWORD_TEXT(name) std::string_view(#name),
    DINKEL_KEYWORDS(DINKEL_KEYWORD_TEXT)
#undef DINKEL_KEYWORD_TEXT
};
constexpr std::size_t longest_keyword = 16;
constexpr std::size_t slot_count = 1024;

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

constexpr std::size_t slot_of(std::string_view word) {
  std::uint32_t hash = 2166136261U;
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(lower(c))) * 16777619U;
  return (hash ^ (hash >> 15)) % slot_count;
}

constexpr bool same_word(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

// An open hash table made by the compiler: a slot holds the position of a keyword plus one.
constexpr std::array<std::uint8_t, slot_count> make_slots() {
  std::array<std::uint8_t, slot_count> slots{};
  for (std::size_t i = 0; i < keyword_texts.size(); ++i) {
    std::size_t slot = slot_of(keyword_texts[i]);
    while (slots[slot] != 0) slot = (slot + 1) % slot_count;
    slots[slot] = static_cast<std::uint8_t>(i + 1);
  }
  return slots;
}
constexpr auto slots = make_slots();
static_assert(keyword_texts.size() < 255);

}  // namespace

Keyword find_keyword(std::string_view word) {
  if (word.size() < 2 || word.size() > longest_keyword) return Keyword::NotAKeyword;
  for (std::size_t slot = slot_of(word); slots[slot] != 0; slot = (slot + 1) % slot_count) {
    if (same_word(word, keyword_texts[slots[slot] - 1U])) return static_cast<Keyword>(slots[slot]);
  }
  return Keyword::NotAKeyword;
}

bool is_reserved(Keyword keyword) {
  switch (keyword) {
    case Keyword::And:
    case Keyword::As:
    case Keyword::Case:
    case Keyword::Contains:
    case Keyword::Create:
    case Keyword::Delete:
    case Keyword::Detach:
    case Keyword::Distinct:
    case Keyword::Else:
    case Keyword::End:
    case Keyword::Ends:
    case Keyword::False:
    case Keyword::In:
    case Keyword::Is:
    case Keyword::Limit:
    case Keyword::Match:
    case Keyword::Merge:
    case Keyword::Not:
    case Keyword::Null:
    case Keyword::Optional:
    case Keyword::Or:
    case Keyword::Order:
    case Keyword::Remove:
    case Keyword::Return:
    case Keyword::Set:
    case Keyword::Skip:
    case Keyword::Starts:
    case Keyword::Then:
    case Keyword::True:
    case Keyword::Union:
    case Keyword::Unwind:
    case Keyword::When:
    case Keyword::Where:
    case Keyword::With:
    case Keyword::Xor:
      return true;
    default:
      return false;
  }
}

bool must_be_quoted(Keyword keyword) {
  switch (keyword) {
    case Keyword::Add:
    case Keyword::All:
    case Keyword::Asc:
    case Keyword::Ascending:
    case Keyword::By:
    case Keyword::Call:
    case Keyword::Constraint:
    case Keyword::Desc:
    case Keyword::Descending:
    case Keyword::Do:
    case Keyword::Drop:
    case Keyword::Exists:
    case Keyword::For:
    case Keyword::Foreach:
    case Keyword::Inf:
    case Keyword::Infinity:
    case Keyword::Mandatory:
    case Keyword::NaN:
    case Keyword::Of:
    case Keyword::On:
    case Keyword::Require:
    case Keyword::Scalar:
    case Keyword::Unique:
    case Keyword::Yield:
      return true;
    default:
      return is_reserved(keyword);
  }
}

}  // namespace dinkel
