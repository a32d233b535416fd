import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openArchive, packPlugin } from '@weft/engine/plugins/archive.server.ts'

// npm run plugin -- key FILE            makes a key to sign with, and says which public key to trust
// npm run plugin -- pack FOLDER KEY     packs a plugin and signs it: NAME-VERSION.weftplugin

const [, , verb, ...given] = process.argv
const publicKeyOf = (pem: string) =>
  createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64')

if (verb === 'key' && given[0]) {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  writeFileSync(given[0], pem, { mode: 0o600, flag: 'wx' })
  console.log(`Keep ${given[0]} to yourself. Public key, to be trusted under Settings > Plugins:\n${publicKeyOf(pem)}`)
} else if (verb === 'pack' && given[0] && given[1]) {
  const [folder, keyFile] = given as [string, string]
  const pem = readFileSync(keyFile, 'utf8')
  const names = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const bytes = await packPlugin(
    new Map(names.toSorted().map((name) => [name, readFileSync(path.join(folder, name))])),
    createPrivateKey(pem),
  )
  const { manifest } = await openArchive(bytes, [{ name: 'this key', key: publicKeyOf(pem) }])
  const file = `${manifest.key}-${manifest.version}.weftplugin`
  writeFileSync(file, bytes)
  console.log(`${file}: ${names.length} files, ${bytes.length} bytes`)
} else {
  console.error('npm run plugin -- key FILE\nnpm run plugin -- pack FOLDER KEY')
  process.exitCode = 1
}
