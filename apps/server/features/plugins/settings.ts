import { openSettings, type PlaceOfSecret } from '@weft/engine/plugins/installed.server.ts'
import { secretKeys, settingsSchema, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { issuePaths } from '@weft/kit/messages/issues.ts'
import { sealText } from '@weft/kit/secrets/seal.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

type Values = Record<string, unknown>

type Before = { manifest: PluginManifest; settings: Values; placeOf: PlaceOfSecret }

/**
 * What is to be stored of a plugin's settings at `place`: checked as a whole, secrets sealed; a secret that is not given stays as it
 * was, wherever it came from.
 */
export function sealSettings(
  key: Keyring,
  before: Before,
  { given, place }: { given: Values; place: PlaceOfSecret },
): Values {
  const { manifest } = before
  const opened = openSettings(key, before)
  const secrets = new Set(secretKeys(manifest.settings))
  const fresh = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !(secrets.has(name) && (typeof value !== 'string' || value === '')),
    ),
  )
  const result = settingsSchema(manifest.settings).safeParse({ ...opened, ...fresh }, { reportInput: true })
  if (!result.success)
    throw invalidFields(
      Object.fromEntries(issuePaths(result.error.issues).map(({ place, message }) => [`settings.${place}`, [message]])),
    )
  return Object.fromEntries(
    Object.entries(result.data as Values).flatMap(([name, value]): [string, unknown][] => {
      if (!secrets.has(name)) return [[name, value]]
      if (name in fresh) return [[name, sealText(key, place(name), String(value))]]
      return before.settings[name] ? [[name, sealText(key, place(name), String(opened[name]))]] : []
    }),
  )
}

/** Settings as an answer shows them: secrets only say whether they are set. */
export function maskedPluginSettings(manifest: PluginManifest, stored: Values): Values {
  const defaults = Object.fromEntries(
    manifest.settings.flatMap((one) =>
      one.default === undefined || one.type === 'secret' ? [] : [[one.key, one.default]],
    ),
  )
  const known = new Set(manifest.settings.map((one) => one.key))
  const own = Object.fromEntries(Object.entries(stored).filter(([name]) => known.has(name)))
  return {
    ...defaults,
    ...own,
    ...Object.fromEntries(secretKeys(manifest.settings).map((name) => [name, { set: Boolean(stored[name]) }])),
  }
}
