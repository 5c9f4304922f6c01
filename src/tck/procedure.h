// Procedures as the TCK declares them: a signature in words,
//   test.my.proc(name :: STRING?, id :: INTEGER?) :: (city :: STRING?)
// and a table that lists the outputs for each input.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "interpret/interpret.h"
#include "tck/feature.h"

namespace dinkel {

// An error is a sentence. The first row of the table names the columns.
Result<TableProcedure, std::string> read_procedure(std::string_view signature,
                                                   const TextTable& table);

}  // namespace dinkel
