import type { Transformer } from '@weft/kit/define/transformer.ts'
import { capitalise } from './text/capitalise.ts'
import { concat } from './text/concat.ts'
import { htmlToText } from './text/html-to-text.ts'
import { left } from './text/left.ts'
import { length } from './text/length.ts'
import { lower } from './text/lower.ts'
import { markdownToHtml } from './text/markdown-to-html.ts'
import { pad } from './text/pad.ts'
import { regexExtract } from './text/regex-extract.ts'
import { regexReplace } from './text/regex-replace.ts'
import { regexSplit } from './text/regex-split.ts'
import { replace } from './text/replace.ts'
import { right } from './text/right.ts'
import { similarity } from './text/similarity.ts'
import { slug } from './text/slug.ts'
import { splitAddress } from './text/split-address.ts'
import { splitName } from './text/split-name.ts'
import { splitPart } from './text/split-part.ts'
import { stripHtml } from './text/strip-html.ts'
import { substring } from './text/substring.ts'
import { template } from './text/template.ts'
import { textTemplate } from './text/text-template.ts'
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
import { numberToWords } from './number/number-to-words.ts'
import { parseNumber } from './number/parse-number.ts'
import { percentOf } from './number/percent-of.ts'
import { round } from './number/round.ts'
import { roundToPack } from './number/round-to-pack.ts'
import { subtract } from './number/subtract.ts'
import { unitConvert } from './number/unit-convert.ts'
import { addBusinessDays } from './date/add-business-days.ts'
import { addInterval } from './date/add-interval.ts'
import { age } from './date/age.ts'
import { businessDaysBetween } from './date/business-days-between.ts'
import { convertZone } from './date/convert-zone.ts'
import { dateDiff } from './date/date-diff.ts'
import { datePart } from './date/date-part.ts'
import { formatDate } from './date/format-date.ts'
import { isBusinessDay } from './date/is-business-day.ts'
import { now } from './date/now.ts'
import { parseDate } from './date/parse-date.ts'
import { startOf } from './date/start-of.ts'
import { weekOfYear } from './date/week-of-year.ts'
import { and } from './logic/and.ts'
import { coalesce } from './logic/coalesce.ts'
import { compare } from './logic/compare.ts'
import { configValue } from './logic/config-value.ts'
import { constant } from './logic/constant.ts'
import { contains } from './logic/contains.ts'
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
import { groupList } from './list/group-list.ts'
import { groupRows } from './list/group-rows.ts'
import { joinList } from './list/join-list.ts'
import { last } from './list/last.ts'
import { mapList } from './list/map-list.ts'
import { mergeLists } from './list/merge-lists.ts'
import { nth } from './list/nth.ts'
import { pluck } from './list/pluck.ts'
import { runningTotal } from './list/running-total.ts'
import { sortList } from './list/sort-list.ts'
import { splitList } from './list/split-list.ts'
import { sumList } from './list/sum-list.ts'
import { ungroupRows } from './list/ungroup-rows.ts'
import { unique } from './list/unique.ts'
import { zipLists } from './list/zip-lists.ts'
import { buildJson } from './object/build-json.ts'
import { getPath } from './object/get-path.ts'
import { jsonPath } from './object/json-path.ts'
import { jsonata } from './object/jsonata.ts'
import { mergeObjects } from './object/merge-objects.ts'
import { parseJson } from './object/parse-json.ts'
import { parseXml } from './object/parse-xml.ts'
import { setPath } from './object/set-path.ts'
import { xpath } from './object/xpath.ts'
import { bicFromIban } from './lookup/bic-from-iban.ts'
import { countryCode } from './lookup/country-code.ts'
import { crossReference } from './lookup/cross-reference.ts'
import { currencyConvert } from './lookup/currency-convert.ts'
import { dataSetLookup } from './lookup/data-set-lookup.ts'
import { datedLookup } from './lookup/dated-lookup.ts'
import { numberRange } from './lookup/number-range.ts'
import { structureLookup } from './lookup/structure-lookup.ts'
import { taxByCountry } from './lookup/tax-by-country.ts'
import { valueMap } from './lookup/value-map.ts'
import { base64 } from './convert/base64.ts'
import { decrypt } from './convert/decrypt.ts'
import { encrypt } from './convert/encrypt.ts'
import { fingerprint } from './convert/fingerprint.ts'
import { hash } from './convert/hash.ts'
import { hmac } from './convert/hmac.ts'
import { toBoolean } from './convert/to-boolean.ts'
import { toDate } from './convert/to-date.ts'
import { toDecimal } from './convert/to-decimal.ts'
import { toInteger } from './convert/to-integer.ts'
import { toText } from './convert/to-text.ts'
import { urlEncode } from './convert/url-encode.ts'
import { uuid } from './convert/uuid.ts'
import { eanCheck } from './check/ean-check.ts'
import { emailNormalise } from './check/email-normalise.ts'
import { gs1CheckDigit } from './check/gs1-check-digit.ts'
import { ibanCheck } from './check/iban-check.ts'
import { leitwegCheck } from './check/leitweg-check.ts'
import { phoneE164 } from './check/phone-e164.ts'
import { ssccCheck } from './check/sscc-check.ts'
import { vatCheck } from './check/vat-check.ts'
import { vatSyntax } from './check/vat-syntax.ts'

/** Every transformer of the product, in the order of the palette. */
export const transformers: readonly Transformer[] = [
  capitalise,
  concat,
  htmlToText,
  left,
  length,
  lower,
  markdownToHtml,
  pad,
  regexExtract,
  regexReplace,
  regexSplit,
  replace,
  right,
  similarity,
  slug,
  splitAddress,
  splitName,
  splitPart,
  stripHtml,
  substring,
  template,
  textTemplate,
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
  numberToWords,
  parseNumber,
  percentOf,
  round,
  roundToPack,
  subtract,
  unitConvert,
  addBusinessDays,
  addInterval,
  age,
  businessDaysBetween,
  convertZone,
  dateDiff,
  datePart,
  formatDate,
  isBusinessDay,
  now,
  parseDate,
  startOf,
  weekOfYear,
  and,
  coalesce,
  compare,
  configValue,
  constant,
  contains,
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
  groupList,
  groupRows,
  ungroupRows,
  joinList,
  last,
  mapList,
  mergeLists,
  nth,
  pluck,
  runningTotal,
  sortList,
  splitList,
  sumList,
  unique,
  zipLists,
  buildJson,
  getPath,
  jsonPath,
  jsonata,
  mergeObjects,
  parseJson,
  parseXml,
  setPath,
  xpath,
  bicFromIban,
  countryCode,
  crossReference,
  currencyConvert,
  dataSetLookup,
  datedLookup,
  numberRange,
  structureLookup,
  taxByCountry,
  valueMap,
  base64,
  decrypt,
  encrypt,
  fingerprint,
  hash,
  hmac,
  toBoolean,
  toDate,
  toDecimal,
  toInteger,
  toText,
  urlEncode,
  uuid,
  eanCheck,
  emailNormalise,
  gs1CheckDigit,
  ibanCheck,
  leitwegCheck,
  phoneE164,
  ssccCheck,
  vatCheck,
  vatSyntax,
]
