import type { z } from 'zod'
import type { Text } from '../messages/messages.ts'
import type { StepContext } from './step-context.ts'
import type { FieldLabel } from './resource.ts'

type Declaration<Key extends string, S extends z.ZodObject> = {
  key: Key
  icon: string
  /** What a connection of this kind is configured with; keys named in `secrets` are write-only over the API and stored encrypted. */
  settings: S
  secrets: readonly (keyof z.output<S> & string)[]
  abilities: readonly ('test' | 'read' | 'write' | 'files')[]
  labels: { title: Text; help: Text; fields: Record<keyof z.output<S> & string, FieldLabel> }
}

/** Declares a kind of system that connections can be made to. Its client stands in the `.server.ts` twin. */
export const defineConnector = <const Key extends string, S extends z.ZodObject>(declaration: Declaration<Key, S>) =>
  declaration
export type Connector = Declaration<string, z.ZodObject>

/** How a connector may leave the machine: through the egress guard and in no other way. */
type Reach = {
  /** The checked address of a host; throws where it may not be reached. */
  resolve(host: string, port: number): Promise<string>
  http: StepContext['http']
}

export type ConnectorBody<S> = {
  /** Connects, signs in and asks for something small; says what answered, or throws what is wrong. */
  test(settings: S, reach: Reach): Promise<{ answered: string }>
}

/** The part of a connector that needs Node: lives in `x.server.ts` beside `x.ts`. */
export const defineConnectorBody = <S extends z.ZodObject>(_: { settings: S }, body: ConnectorBody<z.output<S>>) => body
