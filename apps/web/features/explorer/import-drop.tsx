import { IconUpload } from '@tabler/icons-react'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useRef, useState, type DragEvent } from 'react'
import { importTexts } from './import-texts.ts'
import s from './import.module.css'

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** What lets a file be dropped anywhere on a part of the page, and whether one is over it. */
export function useFileDrop(onFile: ((file: File) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  // Each element inside is entered and left by itself.
  const depth = useRef(0)
  const move = (by: number) => {
    depth.current = Math.max(0, depth.current + by)
    setOver(depth.current > 0)
  }
  if (!onFile) return { isOver: false, handlers: {} }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && move(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && move(-1),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        move(-depth.current)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      },
    },
  }
}

/** Says over the records what dropping would do. */
export function DropSign({ structure }: { structure: string }) {
  const t = useTexts(importTexts)
  return (
    <div className={s['sign']}>
      <span className={s['signIcon']}>
        <IconUpload size={26} aria-hidden />
      </span>
      <b>{t.drop({ structure })}</b>
      <p>{t.dropText()}</p>
    </div>
  )
}
