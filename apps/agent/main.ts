import path from 'node:path'
import { allowRule } from '@weft/kit/agent/allow.ts'
import { agentVersion } from '@weft/kit/agent/version.ts'
import { enrol } from './enrol.ts'
import { hasIdentity, readAllowed, readIdentity } from './identity.ts'
import { say } from './log.ts'
import { run } from './run.ts'

const usage = `Weft agent ${agentVersion}: lets Weft reach systems in this network, by a connection that is opened from here.

  node weft-agent.mjs https://weft.example CODE --allow erp.internal:1433
                                     the first time, with the code that Weft shows
  node weft-agent.mjs --allow erp.internal:1433
                                     from then on; the secret it got for the code is kept beside it

  --allow HOST:PORT   what may be reached, as often as needed: erp.internal:1433, *.plant.internal:443,
                      10.0.0.5:5000-5010, [fd00::5]:22. Nothing else is.
  --config FILE       the same as JSON: { "allow": ["erp.internal:1433"] }
  --folder FOLDER     where the secret is kept; else weft-agent-data beside this file
  --plain             allows http:// for an address that is not this machine

Certificates that are not signed by a known authority: NODE_EXTRA_CA_CERTS=ca.pem. Needs Node 20 or newer.`

/** What a service manager should not start again: somebody has to act first. */
const wrongUse = 64

const { words, options } = read(process.argv.slice(2))
const [url, code] = words
const folder = path.resolve(options.folder ?? path.join(path.dirname(process.argv[1] ?? '.'), 'weft-agent-data'))
try {
  if (words.length === 2) {
    allowed()
    await enrolOnce(url!, code!)
    await start()
  } else if (words.length === 0) await start()
  else if (url === 'version') process.stdout.write(`${agentVersion}\n`)
  else fail(usage)
} catch (error) {
  fail((error as Error).message)
}

/** The same line may be started again, by a service manager for instance: its code is good once, and what it was given for it is kept. */
async function enrolOnce(url: string, code: string) {
  try {
    await enrol({ url, code, folder, plain: options.plain })
  } catch (error) {
    if (!hasIdentity(folder)) throw error
    say(`${(error as Error).message} This agent goes on with the secret it has.`)
  }
}

async function start() {
  const allow = allowed()
  say(`Weft agent ${agentVersion}; reaches ${allow.join(', ')}`)
  process.exitCode = await run({ identity: readIdentity(folder), allow })
}

function allowed(): string[] {
  const texts = [...options.allow, ...(options.config ? readAllowed(options.config) : [])]
  const wrong = texts.find((text) => !allowRule(text))
  if (wrong !== undefined) throw new Error(`"${wrong}" is no host and port, such as erp.internal:1433.`)
  if (texts.length === 0) throw new Error('Nothing is allowed yet: say what may be reached, --allow erp.internal:1433.')
  if (texts.length > 200) throw new Error('At most 200 hosts can be allowed; *.plant.internal:443 stands for many.')
  return texts
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
  return { words, options }
}

function valueOf(value: string | undefined, name: string): string {
  return value ?? fail(`${name} needs a value.`)
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(wrongUse)
}
