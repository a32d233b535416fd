import { openedSettings, type StoredSettings } from '@weft/engine/connectors/stored.server.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { can, type Permitted } from '@weft/kit/define/permissions.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

const texts = defineMessages({
  again: {
    en: 'Please enter it again: it was stored for another address and is not sent elsewhere.',
    de: 'Bitte geben Sie es neu ein: Es wurde für eine andere Adresse gespeichert und wird nicht anderswohin gesendet.',
  },
  noFiles: {
    en: 'You may not read the files of this storage. Please ask somebody who may to enter the path.',
    de: 'Sie dürfen die Dateien dieses Speichers nicht lesen. Bitte lassen Sie den Pfad von jemandem eintragen, der das darf.',
  },
})

type Stored = {
  key: Keyring
  /** Whoever has given them. */
  user: Permitted
  stored?: StoredSettings | undefined
  /** Whether it is reached another way than what is stored: behind an agent the same name is another host. */
  isRerouted?: boolean
  under?: string
}
type Values = Record<string, unknown>
const isGiven = (value: unknown) => value !== undefined && value !== ''

/**
 * What a connector takes of what was given, with the stored secrets that were not given again: `null` takes one away. A stored
 * secret is only ever sent where it was entered for, and a file of the storage only named by those who may read it. Throws what is
 * wrong by field, each behind `under`.
 */
export function settingsFrom(
  connector: Connector,
  given: Values,
  { key, user, stored, isRerouted = false, under = '' }: Stored,
): Values {
  const { secrets, settings: schema } = connector
  const known = stored ? openedSettings(key, stored) : {}
  const merged: Values = { ...given }
  const kept = secrets.filter((name) => !isGiven(given[name]) && known[name] !== undefined)
  for (const name of kept) merged[name] = known[name]
  for (const name of secrets) if (merged[name] === null) delete merged[name]
  const parsed = schema.safeParse(merged, { reportInput: true })
  if (!parsed.success)
    throw wrong(
      Object.fromEntries(issuePaths(parsed.error.issues).map(({ place, message }) => [place, [message]])),
      under,
    )
  const named = filesIn(connector).filter((name) => parsed.data[name] !== known[name])
  if (named.length > 0 && !can(user, 'records', 'view'))
    throw wrong(Object.fromEntries(named.map((name) => [name, [texts.noFiles()]])), under)
  const isElsewhere = isRerouted || isMoved(connector, known, parsed.data)
  if (kept.length > 0 && isElsewhere)
    throw wrong(Object.fromEntries(kept.map((name) => [name, [texts.again()]])), under)
  return parsed.data
}

/** The settings that name a file of the storage. */
const filesIn = ({ settings }: Connector) =>
  Object.entries(settings.shape).flatMap(([name, schema]) => (schema.meta()?.['input'] === 'file' ? [name] : []))

/** Whether a system is another one by its settings. */
export function isMoved({ settings, destination }: Connector, before: unknown, now: unknown): boolean {
  const [was, is] = [settings.safeParse(before), settings.safeParse(now)]
  return destination.some((name) => !was.success || !is.success || was.data[name] !== is.data[name])
}

const wrong = (fields: FieldErrors, under: string) =>
  invalidFields(Object.fromEntries(Object.entries(fields).map(([name, messages]) => [under + name, messages])))
