const letters = 'abcdefghijkmnpqrstuvwxyz'
const all = `${letters}${letters.toUpperCase()}23456789`

/** A password nobody has to remember: 20 characters, 116 random bits, without look-alikes, with small and capital letters and digits. */
export function generatePassword(): string {
  const text = Array.from({ length: 20 }, oneOfAll).join('')
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) ? text : generatePassword()
}

/** Every character is as likely as any other: what lies beyond the last full round is drawn again. */
function oneOfAll(): string {
  const [byte] = crypto.getRandomValues(new Uint8Array(1)) as Uint8Array & [number]
  return byte < 256 - (256 % all.length) ? all[byte % all.length]! : oneOfAll()
}
