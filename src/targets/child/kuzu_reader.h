// Kuzu's values as ours.
#pragma once

#include <string>
#include <vector>

#include "graph/entities.h"
#include "targets/child/kuzu_library.h"

namespace dinkel {

class KuzuReader {
 public:
  // What nodes and relationships look like goes into `entities`.
  KuzuReader(const kuzu::Library& library, Entities& entities)
      : library_(library), entities_(entities) {}

  Value value(kuzu::KuzuValue* value);

 private:
  using Getter = int (*)(kuzu::KuzuValue*, kuzu::KuzuValue*);
  using IndexedGetter = int (*)(kuzu::KuzuValue*, std::uint64_t, kuzu::KuzuValue*);
  using NameGetter = int (*)(kuzu::KuzuValue*, std::uint64_t, char**);

  int type_of(kuzu::KuzuValue* value) const;
  std::string text(kuzu::KuzuValue* value) const;  // as Kuzu itself would print it
  std::string take(char* text) const;
  Value child(kuzu::KuzuValue* value, Getter getter);
  Value child(kuzu::KuzuValue* value, std::uint64_t index, IndexedGetter getter);
  std::int64_t id(kuzu::KuzuValue* value, Getter getter);
  Map properties(kuzu::KuzuValue* value, std::uint64_t count, NameGetter name,
                 IndexedGetter property);

  Value scalar(kuzu::KuzuValue* value, int type);
  Value list(kuzu::KuzuValue* value);
  Value structure(kuzu::KuzuValue* value);
  Value map(kuzu::KuzuValue* value);
  Value node(kuzu::KuzuValue* value);
  Value relationship(kuzu::KuzuValue* value);
  Value path(kuzu::KuzuValue* value);

  const kuzu::Library& library_;
  Entities& entities_;
};

}  // namespace dinkel
