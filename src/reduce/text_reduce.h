// Reduction of text that is only nearly Cypher: another dialect, a template, a broken file. It
// knows nothing but tokens and brackets, and leaves to the predicate what is interesting.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dinkel {

using TextPredicate = std::function<bool(const std::string&)>;

// A file as pieces that can go one by one: statements with their semicolons, and lines that begin
// with a colon (":param x => 1"). Joined, they are the file without its comments between them.
std::vector<std::string> script_pieces(std::string_view text);
std::string join(const std::vector<std::string>& pieces);

// Drops pieces, halves first, until none can go.
std::vector<std::string> drop_pieces(std::vector<std::string> pieces,
                                     const TextPredicate& is_interesting);

// Drops brackets with what is in them, what is in them, brackets around, tokens, and shortens
// names, numbers, texts and gaps, until nothing of that can go.
std::string reduce_tokens(const std::string& text, const TextPredicate& is_interesting);

}  // namespace dinkel
