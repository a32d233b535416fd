import { isMap } from 'yaml'
import { changeHead, type Head } from './head.ts'
import { changeStep, type Changes } from './steps.ts'
import { edited, listOf } from './text.ts'

/** Changes the head and several steps, each in its own way, in one go: a long text is read and written once. */
export const changeText = (text: string, { head = {}, steps = {} }: { head?: Head; steps?: Record<string, Changes> }) =>
  edited(text, (doc) => {
    changeHead(doc, head)
    const wanted = new Map(Object.entries(steps))
    if (wanted.size > 0)
      for (const step of listOf(doc, 'steps').items)
        if (isMap(step)) changeStep(step, wanted.get(String(step.get('id'))) ?? {})
  })
