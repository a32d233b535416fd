import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Egress } from '../connections/egress.server.ts'
import { hostKeyFingerprint } from './remote/fingerprint.server.ts'
import type { RemoteConnection } from '@weft/kit/files/remote/connection.ts'
import { openConnectionPool } from './remote/connection-pool.server.ts'
import { connectRemote, type RemoteStorage } from './remote/connect.server.ts'
import { remoteStorage } from './remote/storage.server.ts'
import type { Storage } from './storage.ts'

const texts = defineMessages({
  differs: { en: 'What was read back is not what was written.', de: 'Das Zurückgelesene ist nicht das Geschriebene.' },
  failed: { en: 'The storage cannot be used: {reason}.', de: 'Der Speicher ist nicht benutzbar: {reason}.' },
})

const probeSteps = ['connect', 'write', 'read', 'remove'] as const
export type StorageCheckStep = {
  key: (typeof probeSteps)[number]
  state: 'done' | 'failed' | 'skipped'
  milliseconds: number
  code?: string
  say?: Message
}
export type StorageCheck = {
  ok: boolean
  steps: StorageCheckStep[]
  /** What the server has shown, to be kept with the storage. */ host_key: string
  fingerprint: string
}

/** Tries a storage out as it will be used: signs in, lists the root, writes a small file, reads it back, removes it. */
export async function checkStorage(storage: RemoteStorage, egress: Pick<Egress, 'resolve'>): Promise<StorageCheck> {
  let shown = storage.host_key
  let first: RemoteConnection | undefined
  const open = () => connectRemote({ ...storage, host_key: shown }, egress, (host_key) => (shown = host_key))
  const lines = openConnectionPool(storage, async () => {
    const line = first ?? (await open())
    first = undefined
    return line
  })
  try {
    const steps = await probe(remoteStorage(lines, storage), async () => {
      first = await open()
    })
    const stranger = steps.find(({ code }) => code === 'STORAGE_STRANGER')
    return {
      ok: steps.every(({ state }) => state === 'done'),
      steps,
      host_key: stranger ? '' : shown,
      fingerprint: hostKeyFingerprint(shown),
    }
  } finally {
    first?.close()
    lines.close()
  }
}

/** The same for a folder of this machine. */
export async function checkFolder(storage: Storage): Promise<StorageCheck> {
  const steps = await probe(storage, async () => {})
  return { ok: steps.every(({ state }) => state === 'done'), steps, host_key: '', fingerprint: '' }
}

async function probe(storage: Storage, connect: () => Promise<void>): Promise<StorageCheckStep[]> {
  const path = `weft-probe-${randomBytes(6).toString('hex')}.txt`
  const content = `Weft ${randomBytes(16).toString('hex')}\n`
  const work: Record<StorageCheckStep['key'], () => Promise<unknown>> = {
    connect: async () => {
      await connect()
      await storage.folder('')
    },
    write: () => storage.write(path, Readable.from([Buffer.from(content)])),
    read: async () => {
      if ((await text(await storage.read(path))) !== content) throw new Error('differs')
    },
    remove: () => storage.remove(path),
  }
  const steps: StorageCheckStep[] = []
  for (const key of probeSteps) {
    if (steps.some(({ state }) => state === 'failed')) {
      steps.push({ key, state: 'skipped', milliseconds: 0 })
      continue
    }
    const began = performance.now()
    const failed = await work[key]().then(
      () => undefined,
      (error: Error) => ({ state: 'failed' as const, ...reasonOf(error) }),
    )
    steps.push({ key, state: 'done', milliseconds: Math.round(performance.now() - began), ...failed })
  }
  return steps
}

function reasonOf(error: Error): { code: string; say: Message } {
  if (error instanceof WeftError) return { code: error.code, say: error.say }
  return error.message === 'differs'
    ? { code: 'STORAGE_DIFFERS', say: texts.differs() }
    : { code: 'STORAGE_FAILED', say: texts.failed({ reason: error.message }) }
}
