import { isMap } from 'yaml'
import { changeHead, type Head } from './head.ts'
import { changeSettings, changeStep, type Changes } from './steps.ts'
import { edited, listOf } from './text.ts'

type TextChanges = {
  head?: Head
  steps?: Record<string, Changes>
  settings?: Record<string, Record<string, unknown>>
}

/** Changes the head and several steps, each in its own way, in one go: a long text is read and written once. */
export const changeText = (text: string, { head = {}, steps = {}, settings = {} }: TextChanges) =>
  edited(text, (doc) => {
    changeHead(doc, head)
    const wanted = new Map(Object.entries(steps))
    const configured = new Map(Object.entries(settings))
    if (wanted.size === 0 && configured.size === 0) return
    for (const step of listOf(doc, 'steps').items) {
      if (!isMap(step)) continue
      const id = String(step.get('id'))
      changeStep(step, wanted.get(id) ?? {})
      const own = configured.get(id)
      if (own) changeSettings(doc, step, own)
    }
  })
