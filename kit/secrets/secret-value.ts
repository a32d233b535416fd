import { z } from 'zod'

/** What is masked in logs must not be a word that stands everywhere. */
export const shortestSecret = 6

/** What an answer says beside the fields of a value that may be a secret: the secret itself is empty there. */
export const secretState = {
  /** Since when it is set. */
  secret_at: z.iso.datetime({ offset: true }).nullable(),
  /** A text that is better kept as a secret. */
  looks_secret: z.boolean(),
}

const names = /(^|[._])[a-z0-9]*(key|token|password|passwort|passphrase|secret|authorization|credential)s?([._]|$)/
const beginnings =
  /^(sk_|pk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|eyJ[A-Za-z0-9_-]+\.|Bearer |Basic )/
const random = /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9+/_=-]{20,}$/

/** Whether a text looks like a secret, by its name or by itself; `weft_looks_secret` in the migrations says the same. */
export const looksSecret = (name: string, value: string): boolean =>
  value !== '' && (names.test(name) || beginnings.test(value) || random.test(value))
