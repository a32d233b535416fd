// The wrapping of NTLM in what negotiates how to sign in (RFC 4178), as far as there is nothing to choose.

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const spnego = tlv(0x06, Buffer.from('2b0601050502', 'hex'))
const ntlm = tlv(0x06, Buffer.from('2b06010401823702020a', 'hex'))
const octets = (tag: number, token: Buffer) => tlv(tag, tlv(0x04, token))

/** What is offered, of which the server wants to know by a signature that nobody has changed it. */
export const mechanisms = tlv(0x30, ntlm)

/** The first token: NTLM is all that is offered. */
export const offered = (token: Buffer): Buffer =>
  tlv(0x60, spnego, tlv(0xa0, tlv(0x30, tlv(0xa0, mechanisms), octets(0xa2, token))))
/** The last one. */
export const answered = (token: Buffer, signature: Buffer): Buffer =>
  tlv(0xa1, tlv(0x30, octets(0xa2, token), octets(0xa3, signature)))
