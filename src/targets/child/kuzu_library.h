// The part of Kuzu's C interface that we use (kuzu.h of version 0.11), found in its library when
// the program runs: the build does not need it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace dinkel::kuzu {

struct SystemConfig {
  std::uint64_t buffer_pool_size;
  std::uint64_t max_num_threads;
  bool enable_compression;
  bool read_only;
  std::uint64_t max_db_size;
  bool auto_checkpoint;
  std::uint64_t checkpoint_threshold;
};
struct Database {
  void* pointer = nullptr;
};
struct Connection {
  void* pointer = nullptr;
};
struct QueryResult {
  void* pointer = nullptr;
  bool owned_by_library = false;
};
struct Tuple {
  void* pointer = nullptr;
  bool owned_by_library = false;
};
struct LogicalType {
  void* pointer = nullptr;
};
struct KuzuValue {
  void* pointer = nullptr;
  bool owned_by_library = false;
};
struct InternalId {
  std::uint64_t table = 0;
  std::uint64_t offset = 0;
};
struct Interval {
  std::int32_t months = 0;
  std::int32_t days = 0;
  std::int64_t micros = 0;
};

enum TypeId : int {
  Node = 10,
  Rel = 11,
  RecursiveRel = 12,
  Serial = 13,
  Bool = 22,
  Int64 = 23,
  Int32 = 24,
  Int16 = 25,
  Int8 = 26,
  UInt64 = 27,
  UInt32 = 28,
  UInt16 = 29,
  UInt8 = 30,
  Int128 = 31,
  Double = 32,
  Float = 33,
  DateId = 34,
  Timestamp = 35,
  TimestampSec = 36,
  TimestampMs = 37,
  TimestampNs = 38,
  TimestampTz = 39,
  IntervalId = 40,
  Decimal = 41,
  InternalIdId = 42,
  String = 50,
  List = 52,
  Array = 53,
  Struct = 54,
  MapId = 55,
};

// Every function that returns `int` returns 0 for success.
struct Library {
  SystemConfig (*default_system_config)();
  int (*database_init)(const char*, SystemConfig, Database*);
  void (*database_destroy)(Database*);
  int (*connection_init)(Database*, Connection*);
  void (*connection_destroy)(Connection*);
  int (*connection_query)(Connection*, const char*, QueryResult*);
  int (*connection_set_query_timeout)(Connection*, std::uint64_t);
  void (*query_result_destroy)(QueryResult*);
  bool (*query_result_is_success)(QueryResult*);
  char* (*query_result_get_error_message)(QueryResult*);
  std::uint64_t (*query_result_get_num_columns)(QueryResult*);
  int (*query_result_get_column_name)(QueryResult*, std::uint64_t, char**);
  bool (*query_result_has_next)(QueryResult*);
  int (*query_result_get_next)(QueryResult*, Tuple*);
  void (*flat_tuple_destroy)(Tuple*);
  int (*flat_tuple_get_value)(Tuple*, std::uint64_t, KuzuValue*);
  void (*data_type_destroy)(LogicalType*);
  int (*data_type_get_id)(LogicalType*);
  bool (*value_is_null)(KuzuValue*);
  void (*value_destroy)(KuzuValue*);
  void (*value_get_data_type)(KuzuValue*, LogicalType*);
  int (*value_get_list_size)(KuzuValue*, std::uint64_t*);
  int (*value_get_list_element)(KuzuValue*, std::uint64_t, KuzuValue*);
  int (*value_get_struct_num_fields)(KuzuValue*, std::uint64_t*);
  int (*value_get_struct_field_name)(KuzuValue*, std::uint64_t, char**);
  int (*value_get_struct_field_value)(KuzuValue*, std::uint64_t, KuzuValue*);
  int (*value_get_map_size)(KuzuValue*, std::uint64_t*);
  int (*value_get_map_key)(KuzuValue*, std::uint64_t, KuzuValue*);
  int (*value_get_map_value)(KuzuValue*, std::uint64_t, KuzuValue*);
  int (*value_get_recursive_rel_node_list)(KuzuValue*, KuzuValue*);
  int (*value_get_recursive_rel_rel_list)(KuzuValue*, KuzuValue*);
  int (*value_get_bool)(KuzuValue*, bool*);
  int (*value_get_int64)(KuzuValue*, std::int64_t*);
  int (*value_get_double)(KuzuValue*, double*);
  int (*value_get_float)(KuzuValue*, float*);
  int (*value_get_internal_id)(KuzuValue*, InternalId*);
  int (*value_get_date)(KuzuValue*, std::int32_t*);
  int (*value_get_timestamp)(KuzuValue*, std::int64_t*);
  int (*value_get_timestamp_ns)(KuzuValue*, std::int64_t*);
  int (*value_get_timestamp_ms)(KuzuValue*, std::int64_t*);
  int (*value_get_timestamp_sec)(KuzuValue*, std::int64_t*);
  int (*value_get_timestamp_tz)(KuzuValue*, std::int64_t*);
  int (*value_get_interval)(KuzuValue*, Interval*);
  int (*value_get_string)(KuzuValue*, char**);
  char* (*value_to_string)(KuzuValue*);
  int (*node_val_get_id_val)(KuzuValue*, KuzuValue*);
  int (*node_val_get_label_val)(KuzuValue*, KuzuValue*);
  int (*node_val_get_property_size)(KuzuValue*, std::uint64_t*);
  int (*node_val_get_property_name_at)(KuzuValue*, std::uint64_t, char**);
  int (*node_val_get_property_value_at)(KuzuValue*, std::uint64_t, KuzuValue*);
  int (*rel_val_get_id_val)(KuzuValue*, KuzuValue*);
  int (*rel_val_get_src_id_val)(KuzuValue*, KuzuValue*);
  int (*rel_val_get_dst_id_val)(KuzuValue*, KuzuValue*);
  int (*rel_val_get_label_val)(KuzuValue*, KuzuValue*);
  int (*rel_val_get_property_size)(KuzuValue*, std::uint64_t*);
  int (*rel_val_get_property_name_at)(KuzuValue*, std::uint64_t, char**);
  int (*rel_val_get_property_value_at)(KuzuValue*, std::uint64_t, KuzuValue*);
  void (*destroy_string)(char*);
  char* (*get_version)();
};

// Throws Error when the library, or something in it, is missing. It stays loaded.
Library load_library(const std::string& path);

}  // namespace dinkel::kuzu
