const letters = 'abcdefghijkmnpqrstuvwxyz'
const all = `${letters}${letters.toUpperCase()}23456789`

/** A password that follows the rules: 16 characters without look-alikes, with small and capital letters. */
export function newPasswordText(): string {
  const bytes = crypto.getRandomValues(new Uint32Array(16))
  const text = [...bytes].map((n) => all[n % all.length]).join('')
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) ? text : newPasswordText()
}
