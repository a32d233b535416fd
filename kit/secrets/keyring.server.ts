import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { environment } from '../env/environment.server.ts'
import { codeOf } from '../errors/caught.ts'

/** 32 bytes and their fingerprint, which tells nothing about them. Each ciphertext carries the fingerprint of its key. */
export type Key = { id: string; bytes: Buffer }

/** The keys a process knows. New secrets are sealed with the current one; older ones open with whichever they name. */
export type Keyring = {
  current(): Key
  find(id: string): Key | undefined
  all(): readonly Key[]
  /** What links and logins are derived from. It outlives every change of the key, so they go on working; see key-check.server.ts. */
  root: Buffer
}

/** 16 hexadecimal digits. */
export const idOf = (bytes: Buffer) => createHmac('sha256', bytes).update('weft key id').digest('hex').slice(0, 16)

/** A key as somebody writes it: any text, of which the digest is the key. */
export const parseKey = (text: string): Key => {
  const bytes = createHash('sha256').update(text.trim()).digest()
  return { id: idOf(bytes), bytes }
}

/** A keyring that never changes; the first key is the current one. */
export function ringOf(...keys: [Key, ...Key[]]): Keyring {
  return {
    current: () => keys[0],
    find: (id) => keys.find((key) => key.id === id),
    all: () => keys,
    root: keys[0].bytes,
  }
}

/** The same from bare bytes. */
export const ringOfBytes = (bytes: Buffer): Keyring => ringOf({ id: idOf(bytes), bytes })

/**
 * The keys of this installation: `WEFT_SECRET_KEY` (and `WEFT_OTHER_SECRET_KEY`, known for opening only), or the file
 * `secret.key` in the home, made on first use, one key a line, the first being the current one. A running process notices a
 * changed file with its next secret.
 */
type GivenKeys = { WEFT_SECRET_KEY?: string | undefined; WEFT_OTHER_SECRET_KEY?: string | undefined }

export function openKeyring(
  home: string,
  { WEFT_SECRET_KEY: given, WEFT_OTHER_SECRET_KEY: other }: GivenKeys = environment(),
): Keyring {
  if (given) return other ? ringOf(parseKey(given), parseKey(other)) : ringOf(parseKey(given))
  const file = keyFile(home)
  if (!existsSync(file)) makeKeyFile(home)
  let keys = readKeys(home)
  let seen = versionOf(file)
  const fresh = () => {
    const version = versionOf(file)
    if (version !== seen) keys = readKeys(home)
    seen = version
    return keys
  }
  return {
    current: () => fresh()[0]!,
    find: (id) => fresh().find((key) => key.id === id),
    all: fresh,
    root: keys[0]!.bytes,
  }
}

/** Whole or not at all: of several processes that start at once on one home the first one's key counts. */
function makeKeyFile(home: string): void {
  mkdirSync(home, { recursive: true })
  const own = `${keyFile(home)}.${process.pid}.${randomUUID()}`
  writeFileSync(own, `${newKeyText()}\n`, { mode: 0o600 })
  try {
    linkSync(own, keyFile(home))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
}

export const keyFile = (home: string) => path.join(home, 'secret.key')
export const newKeyText = () => randomBytes(32).toString('base64')

/** The lines of a key file, the current key first. */
export const readKeyTexts = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Those of the file in a home. */
export const keyTexts = (home: string) => readKeyTexts(keyFile(home))

/** Puts another list of keys in the file's place; whoever reads it sees the whole old one or the whole new one. */
export function writeKeyTexts(home: string, texts: readonly string[]): void {
  const next = `${keyFile(home)}.${process.pid}`
  writeFileSync(next, texts.map((text) => `${text}\n`).join(''), { mode: 0o600 })
  renameSync(next, keyFile(home))
}

function readKeys(home: string): Key[] {
  // Older versions put the next key beside the file while changing it; either of the two may be the one that is in use.
  const interrupted = `${keyFile(home)}.next`
  const texts = [...keyTexts(home), ...(existsSync(interrupted) ? [readFileSync(interrupted, 'utf8')] : [])]
  if (texts.length === 0)
    throw new Error(`${keyFile(home)} holds no key. Please put the key back that this Weft was started with first.`)
  return texts.map(parseKey)
}

/** Another file after each change: it is replaced, never written to. */
function versionOf(file: string): string {
  const { ino, mtimeMs, size } = statSync(file)
  return `${ino} ${mtimeMs} ${size}`
}
