import type { PlanStep } from '@weft/kit/define/data-set-plan.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { Structure } from '../structure.ts'
import { readForScreen, type MysqlAccess } from './reader.server.ts'

/** How MariaDB would answer a question: table by table in the order it reads them, what a stage reads a depth further. */
export async function explainQuestion(place: MysqlAccess, base: Structure, text: string): Promise<PlanStep[]> {
  const rows = await readForScreen(place, base, `explain ${text}`)
  return rows.flatMap(stepsOf)
}

const said = (value: unknown) => (value === null || value === undefined ? undefined : String(value))

function stepsOf(row: DataRecord): PlanStep[] {
  const depth = Number(row['id'] ?? 1) - 1
  const [table, access, index, rows] = ['table', 'type', 'key', 'rows'].map((key) => said(row[key]))
  const extra = said(row['Extra']) ?? ''
  const steps: PlanStep[] = []
  if (/Using temporary/.test(extra)) steps.push({ depth, kind: 'group', operation: 'Using temporary' })
  if (/Using filesort/.test(extra)) steps.push({ depth, kind: 'sort', operation: 'Using filesort' })
  const detail = extra
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^Using (temporary|filesort)$/.test(part))
    .join(', ')
  const isStage = table?.startsWith('<') === true
  steps.push({
    ...{ depth, kind: isStage ? 'stage' : kindOf(access), operation: access ?? said(row['select_type']) ?? '' },
    ...(table !== undefined && { table }),
    ...(index !== undefined && { index }),
    ...(rows !== undefined && { rows: Number(rows) }),
    ...(detail !== '' && { detail }),
  })
  return steps
}

const kindOf = (access: string | undefined): PlanStep['kind'] =>
  access === undefined ? 'other' : access === 'ALL' ? 'scan' : 'index'
