#include "reduce/text_reduce.h"

#include <algorithm>

#include "base/text.h"
#include "cypher/lexer.h"
#include "cypher/parse.h"

namespace dinkel {

namespace {

using Pieces = std::vector<std::string>;
using Position = std::ptrdiff_t;

Pieces without(const Pieces& pieces, std::size_t begin, std::size_t end) {
  Pieces fewer(pieces.begin(), pieces.begin() + static_cast<Position>(begin));
  fewer.insert(fewer.end(), pieces.begin() + static_cast<Position>(end), pieces.end());
  return fewer;
}

// A piece is a token with the gap in front of it, so that joined pieces are the text again.
class TokenReducer {
 public:
  TokenReducer(const std::string& text, const TextPredicate& is_interesting)
      : is_interesting_(is_interesting) {
    std::size_t done = 0;
    for (const Token& token : tokenize(text)) {
      if (token.kind == TokenKind::End) break;
      const std::size_t end = token.offset + token.length;
      pieces_.push_back(text.substr(done, end - done));
      done = end;
    }
    if (done < text.size()) pieces_.push_back(text.substr(done));
  }

  std::string run() {
    shorten_gaps();
    for (bool progress = true; progress;) {
      progress = drop_brackets();
      const std::size_t before = pieces_.size();
      pieces_ = drop_pieces(std::move(pieces_), is_interesting_);
      progress = pieces_.size() < before || progress;
      progress = shorten_tokens() || progress;
    }
    shorten_gaps();
    return join(pieces_);
  }

 private:
  bool accept(Pieces candidate) {
    if (!is_interesting_(join(candidate))) return false;
    pieces_ = std::move(candidate);
    return true;
  }

  static std::string_view token_of(const std::string& piece) { return trim(piece); }

  // The closing bracket that belongs to an opening one.
  std::size_t partner_of(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < pieces_.size(); ++i) {
      const std::string_view token = token_of(pieces_[i]);
      if (token == "(" || token == "[" || token == "{") ++depth;
      if (token == ")" || token == "]" || token == "}") --depth;
      if (depth == 0) return i;
    }
    return open;
  }

  // The group, what is in it, or the brackets around it.
  bool drop_brackets() {
    bool progress = false;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::size_t end = partner_of(i);
      if (end == i) continue;
      Pieces unwrapped = without(without(pieces_, end, end + 1), i, i + 1);
      if (accept(without(pieces_, i, end + 1)) || accept(std::move(unwrapped))) {
        progress = true;
        --i;  // something else stands here now
      } else if (end > i + 1 && accept(without(pieces_, i + 1, end))) {
        progress = true;
      }
    }
    return progress;
  }

  bool shorten_tokens() {
    bool progress = false;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string piece = pieces_[i];
      const std::string_view token = token_of(piece);
      if (token.size() < 2) continue;
      const char first = token.front();
      const bool quoted = first == '\'' || first == '"';
      const std::string shorter = quoted                         ? std::string(2, first)
                                  : first >= '0' && first <= '9' ? "0"
                                                                 : "a";
      if (shorter.size() >= token.size()) continue;
      Pieces candidate = pieces_;
      candidate[i] = piece.substr(0, piece.find(token)) + shorter;
      progress = accept(std::move(candidate)) || progress;
    }
    return progress;
  }

  // Comments and white space between tokens: one space, all at once if that goes, then none.
  void shorten_gaps() {
    Pieces spaced = pieces_;
    for (std::string& piece : spaced) {
      const auto tokens = tokenize(piece);
      const std::string token = piece.substr(tokens.front().offset);
      piece = (tokens.front().offset > 0 ? " " : "") + token;
    }
    if (!spaced.empty()) spaced.front() = std::string(trim(spaced.front()));
    if (spaced != pieces_) accept(std::move(spaced));
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string token(token_of(pieces_[i]));
      if (token.size() == pieces_[i].size()) continue;
      Pieces candidate = pieces_;
      candidate[i] = token;
      accept(std::move(candidate));
    }
  }

  const TextPredicate& is_interesting_;
  Pieces pieces_;
};

}  // namespace

std::vector<std::string> script_pieces(std::string_view text) {
  Pieces pieces;
  std::string statements;
  const auto add_statements = [&] {
    for (const std::string_view piece : split_statements(statements)) {
      pieces.push_back(std::string(trim(piece)) + ";\n");
    }
    statements.clear();
  };
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).starts_with(':')) {
      statements += std::string(line) + "\n";
      continue;
    }
    add_statements();
    pieces.push_back(std::string(trim(line)) + "\n");
  }
  add_statements();
  return pieces;
}

std::string join(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::vector<std::string> drop_pieces(std::vector<std::string> pieces,
                                     const TextPredicate& is_interesting) {
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t size = std::max<std::size_t>(1, pieces.size() / 2); size > 0; size /= 2) {
      for (std::size_t i = 0; i < pieces.size();) {
        Pieces fewer = without(pieces, i, std::min(i + size, pieces.size()));
        if (!fewer.empty() && is_interesting(join(fewer))) {
          pieces = std::move(fewer);
          progress = true;
        } else {
          i += size;
        }
      }
    }
  }
  return pieces;
}

std::string reduce_tokens(const std::string& text, const TextPredicate& is_interesting) {
  return TokenReducer(text, is_interesting).run();
}

}  // namespace dinkel
