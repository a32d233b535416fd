import path from 'node:path'
import { homedir } from 'node:os'
import { allowRule } from '@weft/kit/agent/allow.ts'
import { agentVersion } from '@weft/kit/agent/version.ts'
import { enrol } from './enrol.ts'
import { readAllowed, readIdentity } from './identity.ts'
import { say } from './log.ts'
import { run } from './run.ts'

const usage = `Weft agent ${agentVersion}: lets Weft reach systems in this network, by a connection that is opened from here.

  node weft-agent.mjs enroll https://weft.example CODE    once, with the code that Weft shows
  node weft-agent.mjs run --allow erp.internal:1433       connects, and stays connected

  --allow HOST:PORT   what may be reached, as often as needed: erp.internal:1433, *.plant.internal:443,
                      10.0.0.5:5000-5010, [fd00::5]:22. Nothing else is.
  --config FILE       the same as JSON: { "allow": ["erp.internal:1433"] }
  --folder FOLDER     where the identity is kept; else .weft-agent in the home
  --plain             with enroll: allows http:// for an address that is not this machine

Certificates that are not signed by a known authority: NODE_EXTRA_CA_CERTS=ca.pem. Needs Node 20 or newer.`

/** What a service manager should not start again: somebody has to act first. */
const wrongUse = 64

const { command, rest, options } = read(process.argv.slice(2))
const folder = path.resolve(options.folder ?? path.join(homedir(), '.weft-agent'))
try {
  if (command === 'enroll' && rest.length === 2) await enrol({ url: rest[0]!, code: rest[1]!, folder, ...options })
  else if (command === 'run' && rest.length === 0) await start()
  else if (command === 'version') process.stdout.write(`${agentVersion}\n`)
  else fail(usage)
} catch (error) {
  fail((error as Error).message)
}

async function start() {
  const texts = [...options.allow, ...(options.config ? readAllowed(options.config) : [])]
  const wrong = texts.find((text) => !allowRule(text))
  if (wrong !== undefined) throw new Error(`"${wrong}" is no host and port, such as erp.internal:1433.`)
  if (texts.length === 0) throw new Error('Nothing is allowed yet: say what may be reached, --allow erp.internal:1433.')
  say(`Weft agent ${agentVersion}; reaches ${texts.join(', ')}`)
  process.exitCode = await run({ identity: readIdentity(folder), allow: texts })
}

function read(given: string[]) {
  const options: { allow: string[]; config?: string; folder?: string; plain: boolean } = { allow: [], plain: false }
  const words: string[] = []
  for (let i = 0; i < given.length; i++) {
    const word = given[i]!
    if (word === '--plain') options.plain = true
    else if (word === '--allow') options.allow.push(valueOf(given[++i], word))
    else if (word === '--config' || word === '--folder') options[word.slice(2) as 'config'] = valueOf(given[++i], word)
    else if (word.startsWith('-')) fail(`${word} is not known.\n\n${usage}`)
    else words.push(word)
  }
  const [command, ...rest] = words
  return { command, rest, options }
}

function valueOf(value: string | undefined, name: string): string {
  return value ?? fail(`${name} needs a value.`)
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(wrongUse)
}
