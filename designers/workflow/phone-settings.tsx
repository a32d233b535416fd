import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSettings, IconX } from '@tabler/icons-react'
import { useReactFlow, useStore } from '@xyflow/react'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useEffect, useState, type ReactNode } from 'react'
import s from './phone-settings.module.css'
import { texts } from './texts.ts'

type Phone = { isOpen: boolean; openWorkflow(): void; close(): void }

/**
 * On a phone settings stand below the drawing while a step is chosen and not being moved, or when the workflow's are asked for. What is
 * chosen then is brought to where it can still be seen. Nothing on anything larger.
 */
export function usePhoneSettings(selected: readonly string[], select: (ids: string[]) => void): Phone | undefined {
  const isPhone = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false })
  const [isAtWorkflow, setAtWorkflow] = useState(false)
  const view = useReactFlow()
  const height = useStore((state) => state.height)
  const isMoving = useStore(({ nodes }) => nodes.some(({ dragging }) => dragging))
  const step = isPhone && !isMoving ? selected[0] : undefined
  useEffect(() => {
    const node = step === undefined ? undefined : view.getInternalNode(step)
    if (!node) return
    const { width = 0, height: tall = 0 } = node.measured
    void view.setCenter(node.position.x + width / 2, node.position.y + tall / 2, {
      zoom: view.getZoom(),
      duration: 150,
    })
  }, [step, height, view])
  if (!isPhone) return undefined
  const turnTo = (toWorkflow: boolean) => {
    select([])
    setAtWorkflow(toWorkflow)
  }
  return {
    isOpen: step !== undefined || isAtWorkflow,
    openWorkflow: () => turnTo(true),
    close: () => turnTo(false),
  }
}

export function PhoneSettingsButton({ phone }: { phone: Phone }) {
  const t = useTexts(texts)
  return (
    <Button size="xs" px={8} variant="default" aria-label={t.workflowPanel()} onClick={phone.openWorkflow}>
      <IconSettings size={14} />
    </Button>
  )
}

export function PhoneSettings({ phone, children }: { phone: Phone; children: ReactNode }) {
  const t = useTexts(texts)
  return (
    <div className={s['sheet']}>
      {children}
      <ActionIcon className={s['close']} aria-label={t.closeSettings()} onClick={phone.close}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}
