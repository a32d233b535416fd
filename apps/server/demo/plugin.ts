import { generateKeyPairSync } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packPlugin } from '@weft/engine/plugins/archive.server.ts'
import type { DemoCaller } from './caller.ts'

const folder = path.resolve(import.meta.dirname, '../../../plugins/chat-notifier')

/** The plugin of this repository, signed with a key that is thrown away, installed and ready to be switched on in a project. */
export async function bringPlugin(admin: DemoCaller) {
  const known = (await admin.get('plugins')) as { id: string; status: string }[]
  if (known[0]) {
    if (known[0].status !== 'installed') await admin.post(`plugins/${known[0].id}/install`)
    return
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const names = globSync('**/*.{json,ts}', { cwd: folder })
  const bytes = await packPlugin(
    new Map(names.map((name) => [name, readFileSync(path.join(folder, name))])),
    privateKey,
  )
  await admin.put('settings/plugins', {
    publishers: [{ name: 'Weft', key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }],
  })
  const { id } = await admin.upload('plugins', 'chat_notifier-1.0.0.weftplugin', bytes)
  await admin.post(`plugins/${id}/install`)
}
