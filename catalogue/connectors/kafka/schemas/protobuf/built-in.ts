import protobuf, { type INamespace } from 'protobufjs'
import descriptor from 'protobufjs/google/protobuf/descriptor.json' with { type: 'json' }

/** Files that every schema may import and no registry gives: those of Google, and Confluent's own. */
export function builtIn(name: string): Record<string, protobuf.AnyNestedObject> | string | undefined {
  if (Object.hasOwn(texts, name)) return texts[name]
  if (name === 'google/protobuf/descriptor.proto') return nestedOf(descriptor as unknown as INamespace)
  return nestedOf(protobuf.common.get(name))
}

const nestedOf = (space: INamespace | null) => space?.nested as Record<string, protobuf.AnyNestedObject> | undefined

const texts: Record<string, string> = {
  'confluent/meta.proto': `syntax = "proto3"; package confluent;`,
  'confluent/type/decimal.proto': `syntax = "proto3"; package confluent.type;
    message Decimal { bytes value = 1; uint32 precision = 2; int32 scale = 3; }`,
  'google/type/date.proto': `syntax = "proto3"; package google.type;
    message Date { int32 year = 1; int32 month = 2; int32 day = 3; }`,
  'google/type/timeofday.proto': `syntax = "proto3"; package google.type;
    message TimeOfDay { int32 hours = 1; int32 minutes = 2; int32 seconds = 3; int32 nanos = 4; }`,
  'google/type/decimal.proto': `syntax = "proto3"; package google.type; message Decimal { string value = 1; }`,
  'google/type/money.proto': `syntax = "proto3"; package google.type;
    message Money { string currency_code = 1; int64 units = 2; int32 nanos = 3; }`,
  'google/type/latlng.proto': `syntax = "proto3"; package google.type;
    message LatLng { double latitude = 1; double longitude = 2; }`,
}
