import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@weft/kit/database/embedded.server.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { cachedFolder } from '@weft/kit/testing/cached-folder.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'

export const kafka_version = '4.4.0'
const run = promisify(execFile)

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>weft</groupId><artifactId>kafka</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${kafka_version}</version></dependency>
  </dependencies>
</project>`

/** Kafka with all it depends on, from Maven Central. */
const kafkaFolder = () =>
  cachedFolder(`kafka-${kafka_version}`, async (folder) => {
    writeFileSync(path.join(folder, 'pom.xml'), pom)
    await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=libs'], {
      cwd: folder,
      timeout: 300_000,
    })
  })

const jvm = ['-Xms64m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp']

export type Kafka = {
  /** Signed in by SASL, plain and encrypted. */
  ports: { plain: number; tls: number }
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A broker of a test file's own, run by the machine's Java, that calls itself by a name nobody can look up; or why there is none.
 * `users` sign in by PLAIN and SCRAM; the first may do everything, the others nothing.
 */
export async function kafkaBroker(name: string, users: Record<string, string>): Promise<Kafka | string> {
  const libraries = await kafkaFolder().catch((error: unknown) => new Error(messageOf(error)))
  const java = await run('java', ['-version']).catch((error: unknown) => new Error(messageOf(error)))
  for (const missing of [libraries, java])
    if (missing instanceof Error) {
      console.warn(`SKIPPED, no Kafka: ${missing.message}`)
      return `There is no Kafka here: ${missing.message}`
    }
  const classes = path.join(libraries as string, 'libs', '*')
  const folder = mkdtempSync(path.join(tmpdir(), 'weft-kafka-'))
  mkdirSync(path.join(folder, 'data'))
  const ports = {
    plain: await freePort(),
    tls: await freePort(),
    inner: await freePort(),
    controller: await freePort(),
  }
  const properties = path.join(folder, 'server.properties')
  writeFileSync(path.join(folder, 'key.pem'), `${localCertificate.key}\n${localCertificate.cert}\n`)
  writeFileSync(properties, propertiesOf({ name, users, ports, folder }))
  const scram = Object.entries(users).flatMap(([user, password]) =>
    ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((kind) => [
      '--add-scram',
      `${kind}=[name=${user},password=${password}]`,
    ]),
  )
  const format = ['format', '--standalone', '-t', 'MkU3OEVBNTcwNTJENDM2Qg', '-c', properties, ...scram]
  await run('java', [...jvm, classes, 'kafka.tools.StorageTool', ...format])

  let child: ChildProcess | undefined
  const kafka: Kafka = {
    ports,
    async start() {
      let said = ''
      // It ends with the test, however that ends.
      const args = ['--pdeathsig', 'KILL', 'java', ...jvm, classes, 'kafka.Kafka', properties]
      const started = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk) => (said = (said + String(chunk)).slice(-3_000)))
      for (let tries = 0; !(await answers(ports.tls)); tries++) {
        if (started.exitCode !== null || tries > 1_200) throw new Error(`Kafka did not start: ${said}`)
        await sleep(50)
      }
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode) return
      const gone = new Promise((done) => child!.once('exit', done))
      child.kill('SIGKILL')
      await gone
    },
  }
  after(async () => {
    await kafka.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  await kafka.start()
  return kafka
}

type Wanted = { name: string; users: Record<string, string>; ports: Record<string, number>; folder: string }

const propertiesOf = ({ name, users, ports, folder }: Wanted) => {
  const known = Object.entries(users).map(([user, password]) => `user_${user}="${password}"`)
  const module = (kind: string) => `org.apache.kafka.common.security.${kind} required`
  const jaas = ['plain', 'tls'].flatMap((listener) => [
    `listener.name.${listener}.plain.sasl.jaas.config=${module('plain.PlainLoginModule')} ${known.join(' ')};`,
    ...['scram-sha-256', 'scram-sha-512'].map(
      (kind) => `listener.name.${listener}.${kind}.sasl.jaas.config=${module('scram.ScramLoginModule')};`,
    ),
  ])
  return `process.roles=broker,controller
node.id=1
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=127.0.0.1:${ports['controller']}
listeners=PLAIN://127.0.0.1:${ports['plain']},TLS://127.0.0.1:${ports['tls']},INNER://127.0.0.1:${ports['inner']},CONTROLLER://127.0.0.1:${ports['controller']}
advertised.listeners=PLAIN://${name}:${ports['plain']},TLS://localhost:${ports['tls']},INNER://127.0.0.1:${ports['inner']},CONTROLLER://127.0.0.1:${ports['controller']}
listener.security.protocol.map=PLAIN:SASL_PLAINTEXT,TLS:SASL_SSL,INNER:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=INNER
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512
${jaas.join('\n')}
ssl.keystore.type=PEM
ssl.keystore.location=${folder}/key.pem
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:${Object.keys(users)[0]};User:ANONYMOUS
log.dirs=${folder}/data
num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
`
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => done(socket.destroy() !== undefined))
    socket.once('error', () => done(false))
  })
