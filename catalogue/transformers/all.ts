import type { Transformer } from '@weft/kit/define/transformer.ts'
import { capitalise } from './text/capitalise.ts'
import { concat } from './text/concat.ts'
import { left } from './text/left.ts'
import { length } from './text/length.ts'
import { lower } from './text/lower.ts'
import { pad } from './text/pad.ts'
import { regexExtract } from './text/regex-extract.ts'
import { regexReplace } from './text/regex-replace.ts'
import { replace } from './text/replace.ts'
import { right } from './text/right.ts'
import { slug } from './text/slug.ts'
import { splitPart } from './text/split-part.ts'
import { stripHtml } from './text/strip-html.ts'
import { substring } from './text/substring.ts'
import { template } from './text/template.ts'
import { transliterate } from './text/transliterate.ts'
import { trim } from './text/trim.ts'
import { upper } from './text/upper.ts'
import { abs } from './number/abs.ts'
import { add } from './number/add.ts'
import { ceil } from './number/ceil.ts'
import { divide } from './number/divide.ts'
import { floor } from './number/floor.ts'
import { formatNumber } from './number/format-number.ts'
import { max } from './number/max.ts'
import { min } from './number/min.ts'
import { modulo } from './number/modulo.ts'
import { multiply } from './number/multiply.ts'
import { netGross } from './number/net-gross.ts'
import { parseNumber } from './number/parse-number.ts'
import { percentOf } from './number/percent-of.ts'
import { round } from './number/round.ts'
import { subtract } from './number/subtract.ts'
import { unitConvert } from './number/unit-convert.ts'
import { addInterval } from './date/add-interval.ts'
import { convertZone } from './date/convert-zone.ts'
import { dateDiff } from './date/date-diff.ts'
import { datePart } from './date/date-part.ts'
import { formatDate } from './date/format-date.ts'
import { now } from './date/now.ts'
import { parseDate } from './date/parse-date.ts'
import { startOf } from './date/start-of.ts'
import { and } from './logic/and.ts'
import { coalesce } from './logic/coalesce.ts'
import { compare } from './logic/compare.ts'
import { configValue } from './logic/config-value.ts'
import { constant } from './logic/constant.ts'
import { ifThen } from './logic/if.ts'
import { isEmpty } from './logic/is-empty.ts'
import { not } from './logic/not.ts'
import { or } from './logic/or.ts'
import { rejectIf } from './logic/reject-if.ts'
import { valueCase } from './logic/value-case.ts'
import { collectionFilter } from './list/collection-filter.ts'
import { collection } from './list/collection.ts'
import { count } from './list/count.ts'
import { first } from './list/first.ts'
import { flatten } from './list/flatten.ts'
import { joinList } from './list/join-list.ts'
import { last } from './list/last.ts'
import { mergeLists } from './list/merge-lists.ts'
import { nth } from './list/nth.ts'
import { pluck } from './list/pluck.ts'
import { sortList } from './list/sort-list.ts'
import { splitList } from './list/split-list.ts'
import { sumList } from './list/sum-list.ts'
import { unique } from './list/unique.ts'
import { buildJson } from './object/build-json.ts'
import { getPath } from './object/get-path.ts'
import { mergeObjects } from './object/merge-objects.ts'
import { parseJson } from './object/parse-json.ts'
import { parseXml } from './object/parse-xml.ts'
import { setPath } from './object/set-path.ts'
import { countryCode } from './lookup/country-code.ts'
import { crossReference } from './lookup/cross-reference.ts'
import { structureLookup } from './lookup/structure-lookup.ts'
import { valueMap } from './lookup/value-map.ts'
import { base64 } from './convert/base64.ts'
import { fingerprint } from './convert/fingerprint.ts'
import { hash } from './convert/hash.ts'
import { toBoolean } from './convert/to-boolean.ts'
import { toDate } from './convert/to-date.ts'
import { toDecimal } from './convert/to-decimal.ts'
import { toInteger } from './convert/to-integer.ts'
import { toText } from './convert/to-text.ts'
import { urlEncode } from './convert/url-encode.ts'
import { uuid } from './convert/uuid.ts'
import { eanCheck } from './check/ean-check.ts'
import { emailNormalise } from './check/email-normalise.ts'
import { ibanCheck } from './check/iban-check.ts'
import { vatSyntax } from './check/vat-syntax.ts'

/** Every transformer of the product, in the order of the palette. */
export const transformers: readonly Transformer[] = [
  capitalise,
  concat,
  left,
  length,
  lower,
  pad,
  regexExtract,
  regexReplace,
  replace,
  right,
  slug,
  splitPart,
  stripHtml,
  substring,
  template,
  transliterate,
  trim,
  upper,
  abs,
  add,
  ceil,
  divide,
  floor,
  formatNumber,
  max,
  min,
  modulo,
  multiply,
  netGross,
  parseNumber,
  percentOf,
  round,
  subtract,
  unitConvert,
  addInterval,
  convertZone,
  dateDiff,
  datePart,
  formatDate,
  now,
  parseDate,
  startOf,
  and,
  coalesce,
  compare,
  configValue,
  constant,
  ifThen,
  isEmpty,
  not,
  or,
  rejectIf,
  valueCase,
  collectionFilter,
  collection,
  count,
  first,
  flatten,
  joinList,
  last,
  mergeLists,
  nth,
  pluck,
  sortList,
  splitList,
  sumList,
  unique,
  buildJson,
  getPath,
  mergeObjects,
  parseJson,
  parseXml,
  setPath,
  countryCode,
  crossReference,
  structureLookup,
  valueMap,
  base64,
  fingerprint,
  hash,
  toBoolean,
  toDate,
  toDecimal,
  toInteger,
  toText,
  urlEncode,
  uuid,
  eanCheck,
  emailNormalise,
  ibanCheck,
  vatSyntax,
]
