import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, Select } from '../ui/field.tsx'
import { exactTime } from '../ui/times.tsx'
import { chooseZone, chosenZone, deviceZone } from '../ui/zone.ts'

/** The time zone of all dates, lists, filters and charts on this device. */
export default function ZoneDialog({ onClose }: { onClose: () => void }) {
  const [value, setValue] = useState(chosenZone() ?? '')
  return (
    <Dialog
      onClose={onClose}
      title="Time zone"
      description="For all dates, filters and charts of the dashboard, on this device. Limits, rules and the API keep UTC."
    >
      <DialogForm
        onSubmit={() => {
          chooseZone(value || undefined)
          onClose()
        }}
        onCancel={onClose}
      >
        <Field label="Time zone" hint={`Now: ${exactTime(new Date().toISOString(), value || deviceZone())}`}>
          <Select value={value} autoFocus onChange={({ target }) => setValue(target.value)}>
            <option value="">This device: {deviceZone()}</option>
            <option value="UTC">UTC</option>
            {Intl.supportedValuesOf('timeZone')
              .filter((name) => name !== 'UTC')
              .map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll('_', ' ')}
                </option>
              ))}
          </Select>
        </Field>
      </DialogForm>
    </Dialog>
  )
}
