import { ActionIcon, Menu, Tabs, Tooltip } from '@mantine/core'
import { IconCopy, IconDots, IconEye, IconEyeOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { effectOf, type Element } from '@weft/kit/define/element.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import { changeSteps } from '@weft/kit/workflow-text/steps.ts'
import type { FlowStep } from '@weft/kit/workflow-text/flow.ts'
import { ElementIcon } from '../element-icon.tsx'
import { groupTones, type Catalogue } from '../elements.ts'
import type { StepProblemView } from '../problem.ts'
import type { RunFigures } from '../run.ts'
import { texts } from '../texts.ts'
import type { Editing } from '../use-document.ts'
import { LastRunTab } from './last-run-tab.tsx'
import s from './panel.module.css'
import { SetupTab, type SettingsOf } from './setup-tab.tsx'
import { WorkflowTab } from './workflow-tab.tsx'

const ErrorsTab = lazy(() => import('./errors-tab.tsx').then((module) => ({ default: module.ErrorsTab })))

export type PanelProps = {
  editing: Editing
  catalogue: Catalogue
  problems: readonly StepProblemView[]
  run: RunFigures | undefined
  selected: readonly string[]
  settingsOf: SettingsOf
  jobLink: ReactNode
  onSelect(ids: string[]): void
  actions: StepActions
}
type StepActions = { copy(): void; duplicate(): void; remove(): void; paste(copied: string): void }

/** The right side: the selected step, or the workflow while none is selected. */
export function SettingsPanel({
  editing,
  catalogue,
  problems,
  run,
  selected,
  settingsOf,
  jobLink,
  onSelect,
  actions,
}: PanelProps) {
  const t = useTexts(texts)
  const step = editing.flow.steps.find(({ id }) => id === selected[0])
  if (!step) return <WorkflowTab editing={editing} onPaste={actions.paste} />
  const element = catalogue.get(step.element)
  return (
    <aside className={s['panel']} aria-label={t.panel()} data-settings data-end-panel>
      <Head editing={editing} step={step} element={element} selected={selected} actions={actions} />
      {selected.length > 1 ? (
        <div className={s['body']}>
          <p className={s['help']}>{t.several({ count: selected.length })}</p>
        </div>
      ) : (
        <Tabs key={step.id} defaultValue="setup" keepMounted={false} className={s['tabs']}>
          <Tabs.List px={8}>
            <Tabs.Tab value="setup">{t.setup()}</Tabs.Tab>
            {element?.kind !== 'trigger' && <Tabs.Tab value="errors">{t.errors()}</Tabs.Tab>}
            <Tabs.Tab value="last">{t.lastRun()}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="setup" className={s['tabs']}>
            <fieldset className={s['fields']} disabled={editing.readOnly}>
              <SetupTab
                editing={editing}
                step={step}
                element={element}
                problems={problems}
                settingsOf={settingsOf}
                onRenamed={(id) => onSelect([id])}
              />
            </fieldset>
          </Tabs.Panel>
          <Tabs.Panel value="errors" className={s['tabs']}>
            <fieldset className={s['fields']} disabled={editing.readOnly}>
              <Suspense>
                <ErrorsTab editing={editing} step={step} />
              </Suspense>
            </fieldset>
          </Tabs.Panel>
          <Tabs.Panel value="last" className={s['tabs']}>
            <LastRunTab run={run?.steps[step.id]} element={element} jobLink={jobLink} />
          </Tabs.Panel>
        </Tabs>
      )}
    </aside>
  )
}

function Head({
  editing,
  step,
  element,
  selected,
  actions,
}: {
  editing: Editing
  step: FlowStep
  element: Element | undefined
  selected: readonly string[]
  actions: StepActions
}) {
  const t = useTexts(texts)
  const language = useLanguage()
  const isSingle = selected.length === 1
  const effect = element && effectOf(element, step.settings)
  return (
    <div className={s['head']}>
      <span className={s['tile']} style={toneStyle(element ? groupTones[element.group] : 'red')}>
        <ElementIcon name={element?.icon} size={17} />
      </span>
      <div className={s['words']}>
        <h2>
          {isSingle
            ? step.label || element?.labels.title[language] || step.element
            : t.several({ count: selected.length })}
        </h2>
        {isSingle && (
          <div className={s['sub']}>
            {element?.labels.title[language] ?? step.element}
            {element && effect && (
              <Tooltip
                label={effect === 'exactly_once' ? t.exactlyOnceHelp() : t.atLeastOnceHelp()}
                multiline
                maw={260}
              >
                <span>
                  <Badge tone={effect === 'exactly_once' ? 'green' : 'amber'}>
                    {effect === 'exactly_once' ? t.exactlyOnce() : t.atLeastOnce()}
                  </Badge>
                </span>
              </Tooltip>
            )}
            {step.disabled && <Badge>{t.disabled()}</Badge>}
          </div>
        )}
      </div>
      {!editing.readOnly && (
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label={t.more()}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={15} />} onClick={actions.copy}>
              {t.copy()}
            </Menu.Item>
            <Menu.Item leftSection={<IconPlus size={15} />} onClick={actions.duplicate}>
              {t.duplicate()}
            </Menu.Item>
            <Menu.Item
              leftSection={step.disabled ? <IconEye size={15} /> : <IconEyeOff size={15} />}
              onClick={() => editing.change(changeSteps(editing.text, selected, { disabled: !step.disabled }))}
            >
              {step.disabled ? t.enable() : t.disable()}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item data-menu-danger leftSection={<IconTrash size={15} />} onClick={actions.remove}>
              {t.remove()}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
