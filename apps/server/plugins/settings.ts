import { openSettings } from '@weft/engine/plugins/installed.server.ts'
import { secretKeys, settingsSchema, type PluginManifest } from '@weft/kit/define/plugin.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { placesOf } from '@weft/kit/messages/issues.ts'
import { encrypt } from '@weft/kit/secrets/secrets.server.ts'

type Values = Record<string, unknown>

/** What is to be stored of a plugin's settings: checked as a whole, secrets encrypted; a secret that is not given stays as it was. */
export function sealSettings(key: Buffer, { manifest, before, given }: { manifest: PluginManifest; before: Values; given: Values }): Values {
  const secrets = new Set(secretKeys(manifest.settings))
  const fresh = Object.fromEntries(Object.entries(given).filter(([name, value]) => !(secrets.has(name) && (typeof value !== 'string' || value === ''))))
  const result = settingsSchema(manifest.settings).safeParse({ ...openSettings(key, manifest, before), ...fresh }, { reportInput: true })
  if (!result.success) throw invalidFields(Object.fromEntries(placesOf(result.error.issues).map(({ place, message }) => [`settings.${place}`, [message]])))
  return Object.fromEntries(Object.entries(result.data as Values).flatMap(([name, value]): [string, unknown][] => {
    if (!secrets.has(name)) return [[name, value]]
    if (name in fresh) return [[name, encrypt(key, String(value)).toString('base64')]]
    return before[name] ? [[name, before[name]]] : []
  }))
}

/** Settings as an answer shows them: secrets only say whether they are set. */
export function shownSettings(manifest: PluginManifest, stored: Values): Values {
  const defaults = Object.fromEntries(manifest.settings.flatMap((one) => (one.default === undefined || one.type === 'secret' ? [] : [[one.key, one.default]])))
  const known = new Set(manifest.settings.map((one) => one.key))
  const own = Object.fromEntries(Object.entries(stored).filter(([name]) => known.has(name)))
  return { ...defaults, ...own, ...Object.fromEntries(secretKeys(manifest.settings).map((name) => [name, { set: Boolean(stored[name]) }])) }
}
