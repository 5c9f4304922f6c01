#include "targets/child/kuzu_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "base/error.h"

namespace dinkel::kuzu {
namespace {

template <typename Function>
void find(void* handle, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(handle, name));
  if (function == nullptr) throw Error(fmt::format("the library of Kuzu has no {}", name));
}

}  // namespace

Library load_library(const std::string& path) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw Error(fmt::format("cannot load {}: {}", path, dlerror()));
  Library library = {};
  find(handle, "kuzu_default_system_config", library.default_system_config);
  find(handle, "kuzu_database_init", library.database_init);
  find(handle, "kuzu_database_destroy", library.database_destroy);
  find(handle, "kuzu_connection_init", library.connection_init);
  find(handle, "kuzu_connection_destroy", library.connection_destroy);
  find(handle, "kuzu_connection_query", library.connection_query);
  find(handle, "kuzu_connection_set_query_timeout", library.connection_set_query_timeout);
  find(handle, "kuzu_query_result_destroy", library.query_result_destroy);
  find(handle, "kuzu_query_result_is_success", library.query_result_is_success);
  find(handle, "kuzu_query_result_get_error_message", library.query_result_get_error_message);
  find(handle, "kuzu_query_result_get_num_columns", library.query_result_get_num_columns);
  find(handle, "kuzu_query_result_get_column_name", library.query_result_get_column_name);
  find(handle, "kuzu_query_result_has_next", library.query_result_has_next);
  find(handle, "kuzu_query_result_get_next", library.query_result_get_next);
  find(handle, "kuzu_flat_tuple_destroy", library.flat_tuple_destroy);
  find(handle, "kuzu_flat_tuple_get_value", library.flat_tuple_get_value);
  find(handle, "kuzu_data_type_destroy", library.data_type_destroy);
  find(handle, "kuzu_data_type_get_id", library.data_type_get_id);
  find(handle, "kuzu_value_is_null", library.value_is_null);
  find(handle, "kuzu_value_destroy", library.value_destroy);
  find(handle, "kuzu_value_get_data_type", library.value_get_data_type);
  find(handle, "kuzu_value_get_list_size", library.value_get_list_size);
  find(handle, "kuzu_value_get_list_element", library.value_get_list_element);
  find(handle, "kuzu_value_get_struct_num_fields", library.value_get_struct_num_fields);
  find(handle, "kuzu_value_get_struct_field_name", library.value_get_struct_field_name);
  find(handle, "kuzu_value_get_struct_field_value", library.value_get_struct_field_value);
  find(handle, "kuzu_value_get_map_size", library.value_get_map_size);
  find(handle, "kuzu_value_get_map_key", library.value_get_map_key);
  find(handle, "kuzu_value_get_map_value", library.value_get_map_value);
  find(handle, "kuzu_value_get_recursive_rel_node_list", library.value_get_recursive_rel_node_list);
  find(handle, "kuzu_value_get_recursive_rel_rel_list", library.value_get_recursive_rel_rel_list);
  find(handle, "kuzu_value_get_bool", library.value_get_bool);
  find(handle, "kuzu_value_get_int64", library.value_get_int64);
  find(handle, "kuzu_value_get_double", library.value_get_double);
  find(handle, "kuzu_value_get_float", library.value_get_float);
  find(handle, "kuzu_value_get_internal_id", library.value_get_internal_id);
  find(handle, "kuzu_value_get_date", library.value_get_date);
  find(handle, "kuzu_value_get_timestamp", library.value_get_timestamp);
  find(handle, "kuzu_value_get_timestamp_ns", library.value_get_timestamp_ns);
  find(handle, "kuzu_value_get_timestamp_ms", library.value_get_timestamp_ms);
  find(handle, "kuzu_value_get_timestamp_sec", library.value_get_timestamp_sec);
  find(handle, "kuzu_value_get_timestamp_tz", library.value_get_timestamp_tz);
  find(handle, "kuzu_value_get_interval", library.value_get_interval);
  find(handle, "kuzu_value_get_string", library.value_get_string);
  find(handle, "kuzu_value_to_string", library.value_to_string);
  find(handle, "kuzu_node_val_get_id_val", library.node_val_get_id_val);
  find(handle, "kuzu_node_val_get_label_val", library.node_val_get_label_val);
  find(handle, "kuzu_node_val_get_property_size", library.node_val_get_property_size);
  find(handle, "kuzu_node_val_get_property_name_at", library.node_val_get_property_name_at);
  find(handle, "kuzu_node_val_get_property_value_at", library.node_val_get_property_value_at);
  find(handle, "kuzu_rel_val_get_id_val", library.rel_val_get_id_val);
  find(handle, "kuzu_rel_val_get_src_id_val", library.rel_val_get_src_id_val);
  find(handle, "kuzu_rel_val_get_dst_id_val", library.rel_val_get_dst_id_val);
  find(handle, "kuzu_rel_val_get_label_val", library.rel_val_get_label_val);
  find(handle, "kuzu_rel_val_get_property_size", library.rel_val_get_property_size);
  find(handle, "kuzu_rel_val_get_property_name_at", library.rel_val_get_property_name_at);
  find(handle, "kuzu_rel_val_get_property_value_at", library.rel_val_get_property_value_at);
  find(handle, "kuzu_destroy_string", library.destroy_string);
  find(handle, "kuzu_get_version", library.get_version);
  return library;
}

}  // namespace dinkel::kuzu
