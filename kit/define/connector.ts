import type { z } from 'zod'
import type { Message, Text } from '../messages/messages.ts'
import type { Readable } from 'node:stream'
import type { CaptureSession } from './capture-session.ts'
import type { ActionSession, ConnectorAction } from './connector-action.ts'
import type { ConnectorSession } from './connector-session.ts'
import type { FileSession } from './file-session.ts'
import type { MailboxSession, MailSender } from './mail-session.ts'
import type { MessageSession } from './message-session.ts'
import type { FieldLabel } from './resource.ts'
import type { TunnelSession } from './tunnel-session.ts'
import type { StepContext, TlsIdentity } from './step-context.ts'

/** What a check goes through, in this order; each connector names those it can tell apart. */
export const checkSteps = ['host', 'connection', 'sign_in', 'version', 'rights', 'sample'] as const
export type CheckStep = (typeof checkSteps)[number]
export const connectorCategories = [
  'database',
  'web',
  'files',
  'messaging',
  'mail',
  'business',
  'directory',
  'platform',
  'network',
] as const

/**
 * What connections of a kind are good for; steps offer those that provide what they need. Tables are listed, described, read whole and
 * by what has changed; `lookup`: asked by key; `write`: inserted, updated and deleted by key; `exactly_once`: batches are remembered
 * there; `lines`: records are written and read with the lines that belong to them. `capture`: every change is read from the database's
 * own log. `query` takes statements in the system's own language. `schemas`: contents of messages by the schemas of a registry.
 */
export type Ability =
  | 'tables'
  | 'lookup'
  | 'write'
  | 'exactly_once'
  | 'lines'
  | 'capture'
  | 'query'
  | 'files'
  | 'messages'
  | 'schemas'
  | 'mailbox'
  | 'mail'
  | 'http'
  | 'actions'
  | 'tunnel'

type Declaration<Key extends string, S extends z.ZodObject> = {
  key: Key
  icon: string
  category: (typeof connectorCategories)[number]
  /** What a connection of this kind is configured with; keys named in `secrets` are write-only over the API and stored encrypted. */
  settings: S
  secrets: readonly (keyof z.output<S> & string)[]
  /** Where the secrets are sent to. A stored secret never goes to another place than the one it was entered for. */
  destination: readonly (keyof z.output<S> & string)[]
  checks: readonly CheckStep[]
  /** The system keeps its log for each reader until it is told otherwise. */
  keeps_log?: boolean
  provides: readonly Ability[]
  actions?: readonly ConnectorAction[]
  /** The real server it was proven against, with its version as far as it matters; its tests run on that one. */
  proven?: string
  /** What could not be proven against the real system, shown where the connector is chosen. */
  unproven?: Text
  labels: { title: Text; help: Text; fields: Record<keyof z.output<S> & string, FieldLabel> }
}

/** Declares a kind of system that connections can be made to. Its client stands in the `.server.ts` twin. */
export const defineConnector = <const Key extends string, S extends z.ZodObject>(declaration: Declaration<Key, S>) =>
  declaration
export type Connector = Declaration<string, z.ZodObject>

/** How a connector may leave the machine: through the egress guard and in no other way. */
export type Reach = {
  /** Where to connect to instead of a host and port: what was checked, or the near end of a tunnel. Throws where it may not be reached. */
  resolve(host: string, port: number): Promise<Address>
  http: StepContext['http']
  /** The same for bodies of any size in both directions: nothing is repeated and nothing followed. */
  transfer(request: TransferRequest): Promise<TransferAnswer>
  /** An access token of the connection's sign-in by OAuth2; another one than `refused`. */
  token?(refused?: string): Promise<string>
  /** A file of the storage here, for a connector that reads files as a system of their own. Throws NotFound where it is not there. */
  file?(path: string): Promise<StoredFile>
  /** Starts a program of the connector's with no network and no other files; absent where the connector itself runs in such a process. */
  apart?(program: Program): Apart
}
export type StoredFile = {
  bytes: number
  modified_at: string | null
  /** The first bytes, at most so many as are asked for. */
  head(bytes: number): Promise<Buffer>
  /** A copy on this machine that nobody else touches until it is let go of. Throws Invalid where the file is larger than `most` bytes. */
  copy(most: number): Promise<{ folder: string; place: string; release(): Promise<void> }>
}
/** `folder` is the only one it may use. Above its memory it is killed. */
type Program = {
  entry: string
  folder: string
  memory_mb: number
  hear(message: unknown): void
  ended(why: 'memory' | 'ended' | 'crashed'): void
}
type Apart = { send(message: object): void; end(): void }
export type Address = { host: string; port: number }

export type TransferRequest = {
  method: string
  url: string
  headers?: Record<string, string>
  body?: Readable | string | Uint8Array
  /** How long to wait for the beginning of the answer, in milliseconds. */
  timeout_ms?: number
  tls?: TlsIdentity
}
/** `body` has to be read or destroyed. */
export type TransferAnswer = { status: number; headers: Record<string, string>; body: Readable }

/** Where a connection over HTTP leads; `request` signs what it sends. */
type SignedHttp = { base_url: string; request: StepContext['http'] }

export type ConnectorBody<S> = {
  /**
   * Connects, signs in and asks for something small. Tells each of the connector's steps as soon as it holds, with what there is to
   * say about it, and throws what is wrong with the one after.
   */
  check(settings: S, reach: Reach, passed: (step: CheckStep, detail?: Message | string) => void): Promise<void>
  /** For systems that hold records: a line that stays open until it is closed. So are those below. */
  open?(settings: S, reach: Reach): Promise<ConnectorSession>
  capture?(settings: S, reach: Reach): Promise<CaptureSession>
  files?(settings: S, reach: Reach): Promise<FileSession>
  messages?(settings: S, reach: Reach): Promise<MessageSession>
  mailbox?(settings: S, reach: Reach): Promise<MailboxSession>
  mail?(settings: S, reach: Reach): Promise<MailSender>
  /** By the keys of the declared actions. Throws Invalid for what the system refuses. */
  actions?(settings: S, reach: Reach): Promise<ActionSession>
  /** For systems that lead into a network: other connections are reached through it. */
  tunnel?(settings: S, reach: Reach): Promise<TunnelSession>
  /** For systems that are asked over HTTP. */
  http?(settings: S, reach: Reach): SignedHttp
}

/** The part of a connector that needs Node: lives in `x.server.ts` beside `x.ts`. */
export const defineConnectorBody = <S extends z.ZodObject>(_: { settings: S }, body: ConnectorBody<z.output<S>>) => body
