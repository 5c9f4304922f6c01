// Statements as HTML: keywords and literals in colour, and what differs from the other statement
// marked.
#include <algorithm>

#include "cypher/lexer.h"
#include "report/escape.h"
#include "report/report.h"

namespace dinkel {

namespace {

constexpr std::size_t most_tokens = 800;  // compared; the table is quadratic

struct Piece {
  std::string_view gap;  // what stands in front
  std::string_view text;
  std::string_view style;
};

std::string_view style_of(const Token& token) {
  if (token.kind == TokenKind::String) return "s";
  if (token.kind == TokenKind::Integer || token.kind == TokenKind::Float) return "n";
  if (token.kind == TokenKind::Word && token.keyword != Keyword::NotAKeyword) return "k";
  return "";
}

std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  std::size_t done = 0;
  for (const Token& token : tokenize(text)) {
    if (token.kind == TokenKind::End) break;
    pieces.push_back({text.substr(done, token.offset - done),
                      text.substr(token.offset, token.length), style_of(token)});
    done = token.offset + token.length;
  }
  if (done < text.size()) pieces.push_back({{}, text.substr(done), {}});
  return pieces;
}

// Which pieces belong to a longest common subsequence of both.
void find_common(const std::vector<Piece>& a, const std::vector<Piece>& b, std::vector<bool>& in_a,
                 std::vector<bool>& in_b) {
  in_a.assign(a.size(), false);
  in_b.assign(b.size(), false);
  if (a.size() > most_tokens || b.size() > most_tokens) return;
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      length[i][j] = a[i].text == b[j].text ? length[i + 1][j + 1] + 1
                                            : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].text == b[j].text) {
      in_a[i++] = true;
      in_b[j++] = true;
    } else if (length[i + 1][j] >= length[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
}

std::string to_html(const std::vector<Piece>& pieces, const std::vector<bool>& common) {
  std::string html;
  bool marked = false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool mark = !common.empty() && !common[i];
    if (marked && !mark) html += "</mark>";
    html += escape_markup(pieces[i].gap);
    if (mark && !marked) html += "<mark>";
    marked = mark;
    const std::string text = escape_markup(pieces[i].text);
    if (pieces[i].style.empty()) {
      html += text;
    } else {
      html += "<span class=\"" + std::string(pieces[i].style) + "\">" + text + "</span>";
    }
  }
  return html + (marked ? "</mark>" : "");
}

}  // namespace

HighlightedPair highlight_difference(std::string_view original, std::string_view rewritten) {
  const std::vector<Piece> a = pieces_of(original);
  const std::vector<Piece> b = pieces_of(rewritten);
  std::vector<bool> in_a;
  std::vector<bool> in_b;
  if (!rewritten.empty()) find_common(a, b, in_a, in_b);
  return {to_html(a, in_a), to_html(b, in_b)};
}

}  // namespace dinkel
