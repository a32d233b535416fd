import type { CheckStep, Connector, Reach } from '@weft/kit/define/connector.ts'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { bothLanguages, languages, quotedTexts, type Message, type Text } from '@weft/kit/messages/messages.ts'
import { maskerOf } from '@weft/kit/secrets/mask.server.ts'
import type { WayOut } from '../connections/egress.server.ts'
import type { Isolation } from '../isolation/isolation.server.ts'
import type { Given } from '../isolation/perform.server.ts'
import { checkTask } from './connector-tasks.ts'
import { inputOf, type StoredFiles } from './stored-files.server.ts'

/** A step of a check: how it ended, how long it took, and what there is to say about it. */
export type CheckedStep = {
  step: CheckStep
  state: 'passed' | 'failed' | 'not_tried'
  milliseconds: number | null
  detail: Text | null
}
export type Check = { ok: boolean; milliseconds: number; steps: CheckedStep[] }
type Tried = {
  connector: Connector
  settings: Record<string, unknown>
  /** How it gets an access token, where it signs in with one. */
  token?: Reach['token']
  /** The storage of whose it is. */
  files: StoredFiles
}

/** Not about the system that was asked, but about this one. */
const ownTroubles = new Set(['TASK_CANCELLED', 'TASKS_WAITING', 'SERVER_CLOSING'])
const longestDetail = 1_000

/**
 * Tries a connection in an isolated process. What is wrong with it is an answer and no error; whatever the system says is shown
 * without the secrets it was given.
 */
export async function checkConnection(
  { isolation, out }: { isolation: Isolation; out: Pick<WayOut, 'way'> },
  { connector, settings, token, files }: Tried,
  given: Pick<Given, 'owner' | 'signal'>,
): Promise<Check> {
  const secrets = connector.secrets.flatMap((name) => {
    const value = settings[name]
    return typeof value === 'string' && value !== '' ? [[value, name] as const] : []
  })
  const known = new Map<string, string>(secrets)
  const mask = maskerOf(known)
  const steps: CheckedStep[] = []
  let began = performance.now()
  let last = began
  const note = (step: CheckStep, state: 'passed' | 'failed', detail: Message | string | undefined) => {
    const now = performance.now()
    steps.push({ step, state, milliseconds: Math.round(now - last), detail: mask(shown(detail)) })
    last = now
  }
  const answers = {
    begun: async () => void (began = last = performance.now()),
    resolve: ({ host, port }: { host: string; port: number }) => out.way(host, port),
    file: files.stat,
    ...(token && {
      token: async ({ refused }: { refused?: string }) => {
        const access = await token(refused)
        known.set(access, 'access_token')
        return access
      },
    }),
    passed: async ({ step, detail }: { step: CheckStep; detail?: Message | string }) => note(step, 'passed', detail),
  }
  const rest = () => connector.checks.filter((step) => !steps.some((one) => one.step === step))
  try {
    await isolation.run(checkTask, { connector: connector.key, settings }, { ...given, answers, input: inputOf(files) })
  } catch (error) {
    if (error instanceof WeftError && ownTroubles.has(error.code)) throw error
    note(rest()[0] ?? connector.checks.at(-1)!, 'failed', reasonOf(error))
  }
  const ok = steps.every(({ state }) => state === 'passed')
  const left = rest().map((step): CheckedStep => ({ step, state: 'not_tried', milliseconds: null, detail: null }))
  return { ok, milliseconds: Math.round(last - began), steps: [...steps, ...left] }
}

const reasonOf = (error: unknown): Message | string =>
  error instanceof WeftError ? error.say : messageOf(error) || codeOf(error)

/** What another system said is only ever text: of bounded length, and without what no database keeps. */
function shown(detail: Message | string | undefined): Text | null {
  if (detail === undefined) return null
  const said = bothLanguages(typeof detail === 'string' ? quotedTexts(detail) : detail)
  const plain = (text: string) => text.replaceAll('\0', '').toWellFormed().slice(0, longestDetail)
  return Object.fromEntries(languages.map((language) => [language, plain(said[language])])) as Text
}
