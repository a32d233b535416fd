import type { ConnectorSession } from '@weft/kit/define/connector-session.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { shapeName, shapeOfTable } from '@weft/kit/define/table-shape.ts'

/** Keeps which fields a table has, at once and not at the good end: a run that breaks because of them is the one to tell it. */
export async function keepShape(
  states: StepContext['states'],
  session: ConnectorSession,
  step: string,
  table: string,
): Promise<void> {
  await states.set('workflow', shapeName(step), shapeOfTable((await session.describe(table)).fields))
}
