import { Link } from '@tanstack/react-router'
import { workflow } from '@weft/catalogue/resources/workflow/workflow.ts'
import { labelOf } from '@weft/kit/ui/form/describe.ts'
import { useLabel } from '@weft/kit/ui/texts.ts'
import type { WorkflowCode } from '../api.ts'
import s from './mode.module.css'

const { fields, labels } = workflow
const { label, options } = labelOf('dataset_type', fields.dataset_type, labels.fields.dataset_type)

/** Which records every run brings, leading to where it is said. */
export function DataSetLine({ id, dataset_type }: Pick<WorkflowCode, 'id' | 'dataset_type'>) {
  const read = useLabel()
  return (
    <p className={s['dataSet']}>
      {read(label)}:{' '}
      <Link className={s['job']} to={`/project/workflows/${id}/properties`}>
        {read(options[dataset_type]!)}
      </Link>
    </p>
  )
}
