// `npm run new KIND NAME`: writes a small item that works and adds its line to the list of its kind.
import { connector } from './new-item/connector.ts'
import { element } from './new-item/element.ts'
import type { Generator, Named } from './new-item/files.ts'
import { format } from './new-item/format.ts'
import { mail } from './new-item/mail.ts'
import { migration } from './new-item/migration.ts'
import { page } from './new-item/page.ts'
import { resource } from './new-item/resource.ts'
import { transformer } from './new-item/transformer.ts'
import { validator } from './new-item/validator.ts'

/** Each kind with a name such as it has. */
const kinds: Record<string, { generate: Generator; example: string }> = {
  connector: { generate: connector, example: 'shop' },
  element: { generate: element, example: 'wait-for-file' },
  format: { generate: format, example: 'ini' },
  mail: { generate: mail, example: 'trial-ends' },
  migration: { generate: migration, example: 'longer-names' },
  page: { generate: page, example: 'delivery-notes' },
  resource: { generate: resource, example: 'delivery-note' },
  transformer: { generate: transformer, example: 'text/shout' },
  validator: { generate: validator, example: 'postcode' },
}

const [kind = '', name = ''] = process.argv.slice(2)
const chosen = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
const word = '[a-z][a-z0-9]*(-[a-z0-9]+)*'
if (!chosen || !new RegExp(kind === 'transformer' ? `^${word}/${word}$` : `^${word}$`).test(name)) {
  if (chosen) console.error(`“${name}” is no name for it: small letters and digits, words joined by hyphens.`)
  for (const [one, { example }] of Object.entries(kinds)) console.error(`npm run new ${one} ${example}`)
  process.exit(1)
}
for (const file of chosen.generate(named(name))) console.log(file)
if (kind !== 'migration') console.log('Its German words are the English ones so far.')

function named(name: string): Named {
  const file = name.split('/').at(-1)!
  const words = file.split('-')
  return {
    path: name,
    file,
    title: words.join(' ').replace(/^./, (letter) => letter.toUpperCase()),
    key: words.join('_'),
    variable: words.map((one, i) => (i === 0 ? one : one[0]!.toUpperCase() + one.slice(1))).join(''),
  }
}
