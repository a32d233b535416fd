/** What is told where a directory sends something else than the messages of its protocol. */
export const noLdap = 'The answer is no LDAP message.'
/** What is told where it stops within one. */
export const halfAnswer = 'The answer ends in the middle.'

/** A length alone must not make us wait for more than a directory ever has to say at once. */
const longest = 100_000_000

type Part = { tag: number; from: number; to: number }

/**
 * Cuts what comes in any pieces into whole messages, and throws at the first that is built otherwise than it should be. The client loops
 * for ever, or until no memory is left, over parts that say they are longer than what they stand in.
 */
export function answerCutter(): { cut(chunk: Buffer): Generator<Buffer>; isHalf(): boolean } {
  let held: Buffer[] = []
  let size = 0
  let needed = 2
  function* cut(chunk: Buffer) {
    held.push(chunk)
    size += chunk.length
    while (size >= needed) {
      const bytes = held.length === 1 ? held[0]! : Buffer.concat(held)
      held = [bytes]
      const whole = partAt(bytes, 0)
      if (whole) requireThat(whole.tag === 0x30 && whole.to <= longest)
      needed = whole?.to ?? size + 1
      if (!whole || size < needed) return
      held = [bytes.subarray(whole.to)]
      size -= whole.to
      needed = 2
      const message = bytes.subarray(0, whole.to)
      requireMessage(message, innerParts(message, whole))
      yield message
    }
  }
  return { cut, isHalf: () => size > 0 }
}

/** https://www.rfc-editor.org/rfc/rfc4511#appendix-B */
function requireMessage(bytes: Buffer, [id, answer, controls, ...more]: Part[]) {
  requireThat(isNumber(id, 0x02) && answer !== undefined && more.length === 0)
  if (answer.tag === 0x64) requireEntry(bytes, innerParts(bytes, answer))
  else if (answer.tag === 0x73) requireThat(innerParts(bytes, answer).every(isText))
  else requireThat(results.has(answer.tag) && isResult(innerParts(bytes, answer)))
  if (controls) requireControls(bytes, controls)
}

/** What ends a sign-in, a search, a change, an addition, a deletion, a renaming, a comparison and all others. */
const results = new Set([0x61, 0x65, 0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x78])

/** The client would take a part with the tag of controls for them wherever it stands. */
const isResult = ([code, dn, said, ...more]: Part[]) =>
  isNumber(code, 0x0a) && isText(dn) && isText(said) && more.every(({ tag }) => tag !== 0xa0)

function requireEntry(bytes: Buffer, [dn, attributes, ...more]: Part[]) {
  requireThat(isText(dn) && attributes?.tag === 0x30 && more.length === 0)
  for (const attribute of innerParts(bytes, attributes)) {
    requireThat(attribute.tag === 0x30)
    const [name, values, ...others] = innerParts(bytes, attribute)
    requireThat(isText(name) && values?.tag === 0x31 && others.length === 0)
    requireThat(innerParts(bytes, values).every(isText))
  }
}

function requireControls(bytes: Buffer, controls: Part) {
  requireThat(controls.tag === 0xa0)
  for (const control of innerParts(bytes, controls)) {
    requireThat(control.tag === 0x30)
    const [type, ...more] = innerParts(bytes, control)
    const value = more[0]?.tag === 0x01 ? more.slice(1) : more
    requireThat(isText(type) && value.length <= 1 && value.every(isText))
  }
}

const isText = (part: Part | undefined) => part?.tag === 0x04
const isNumber = (part: Part | undefined, tag: number) =>
  part?.tag === tag && part.to > part.from && part.to - part.from <= 4

function innerParts(bytes: Buffer, { from, to }: Part): Part[] {
  const parts: Part[] = []
  for (let at = from; at < to; at = parts.at(-1)!.to) {
    const part = partAt(bytes, at)
    requireThat(part !== undefined && part.to <= to)
    parts.push(part)
  }
  return parts
}

/** Undefined where its length is not whole. */
function partAt(bytes: Buffer, at: number): Part | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, from: at + 2, to: at + 2 + first }
  const count = first - 0x80
  requireThat(count > 0 && count <= 4)
  const from = at + 2 + count
  return from > bytes.length ? undefined : { tag, from, to: from + bytes.readUIntBE(at + 2, count) }
}

function requireThat(holds: boolean): asserts holds {
  if (!holds) throw new Error(noLdap)
}
