// Text in HTML and XML. Everything that comes from a query, a database or a server's log goes
// through here before it reaches a page: quotes, tags, control characters and broken UTF-8 must
// neither change the page nor break it.
#pragma once

#include <string>
#include <string_view>

namespace dinkel {

// For the inside of an element and of a quoted attribute. Control characters that XML forbids, and
// bytes that are not UTF-8, become U+FFFD.
std::string escape_markup(std::string_view text);

}  // namespace dinkel
