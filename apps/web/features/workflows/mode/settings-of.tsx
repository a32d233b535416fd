import type { SettingsOf } from '@weft/designers/workflow/settings/setup-tab.tsx'
import { lazy, Suspense } from 'react'
import { RecordsReaching } from './incoming-fields.tsx'

const StepSettings = lazy(() => import('./step-settings.tsx').then((module) => ({ default: module.StepSettings })))

/** The settings of a step; the form is loaded with the first one. */
export const renderSettings: SettingsOf = ({ element, step, problems, onChange }) => (
  <Suspense>
    <RecordsReaching step={step.id}>
      <StepSettings key={step.id} element={element} settings={step.settings} problems={problems} onChange={onChange} />
    </RecordsReaching>
  </Suspense>
)
