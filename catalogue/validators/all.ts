import { alpha } from './alpha.ts'
import { alphanumeric } from './alphanumeric.ts'
import { between } from './between.ts'
import { blank } from './blank.ts'
import { callback } from './callback.ts'
import { choice } from './choice.ts'
import { creditCard } from './credit-card.ts'
import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { different } from './different.ts'
import { digits } from './digits.ts'
import { email } from './email.ts'
import { emailAddress } from './email-address.ts'
import { file } from './file.ts'
import { greaterThan } from './greater-than.ts'
import { identical } from './identical.ts'
import { integer } from './integer.ts'
import { ip } from './ip.ts'
import { json } from './json.ts'
import { lessThan } from './less-than.ts'
import { maxLength } from './max-length.ts'
import { minLength } from './min-length.ts'
import { naturalNumber } from './natural-number.ts'
import { notEmpty } from './not-empty.ts'
import { numberOrVariable } from './number-or-variable.ts'
import { numeric } from './numeric.ts'
import { regularExpression } from './regular-expression.ts'
import { remote } from './remote.ts'
import { required } from './required.ts'
import { stringCase } from './string-case.ts'
import { stringLength } from './string-length.ts'
import { uri } from './uri.ts'
import { withSpaces } from './with-spaces.ts'

/** Every rule a form field can have, alphabetically. The whole-number rule of the form helper is `integer`. */
export const validators = [
  alpha,
  alphanumeric,
  between,
  blank,
  callback,
  choice,
  creditCard,
  date,
  decimal,
  different,
  digits,
  email,
  emailAddress,
  file,
  greaterThan,
  identical,
  integer,
  ip,
  json,
  lessThan,
  maxLength,
  minLength,
  naturalNumber,
  notEmpty,
  numberOrVariable,
  numeric,
  regularExpression,
  remote,
  required,
  stringCase,
  stringLength,
  uri,
  withSpaces,
] as const
