import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packPlugin, type Publisher } from '../plugins/archive.server.ts'

const shipped = path.resolve(import.meta.dirname, '../../plugins')

/** Somebody who signs plugins. */
export function aPublisher(name = 'Agency'): Publisher & { sign: KeyObject } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    name,
    key: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    sign: privateKey,
  }
}

/** The files of a plugin of this repository, with another manifest where wanted. */
export function shippedPlugin(
  name: string,
  change: (manifest: any) => object = (manifest) => manifest,
): Map<string, Buffer> {
  const folder = path.join(shipped, name)
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const all = new Map(files.map((file) => [file, readFileSync(path.join(folder, file))]))
  return all.set('manifest.json', Buffer.from(JSON.stringify(change(JSON.parse(all.get('manifest.json')!.toString())))))
}

type Parts = {
  elements?: object[]
  transformers?: object[]
  connectors?: object[]
  subscribers?: object[]
  permissions?: object
  settings?: object[]
  version?: string
}

/** A plugin written for one test. */
export const aPlugin = (key: string, parts: Parts, code: Record<string, string>) =>
  new Map([
    [
      'manifest.json',
      Buffer.from(
        JSON.stringify({
          weft: 1,
          key,
          label: { en: key, de: key },
          description: { en: key, de: key },
          version: '1.0.0',
          publisher: 'Agency',
          ...parts,
        }),
      ),
    ],
    ...Object.entries(code).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
  ])

export const anElement = (key: string, more: object = {}) => ({
  key,
  kind: 'transform',
  group: 'transform',
  icon: 'IconBox',
  label: { en: key, de: key },
  help: { en: key, de: key },
  code: `${key}.ts`,
  ...more,
})

export const packed = (files: Map<string, Buffer>, { sign }: { sign: KeyObject }) => packPlugin(files, sign)
