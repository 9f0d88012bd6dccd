import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { exactTime } from '../ui/times.tsx'
import { chooseZone, chosenZone, deviceZone } from '../ui/zone.ts'

/** The time zone of all dates, lists, filters and charts on this device. */
export default function ZoneDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [value, setValue] = useState(chosenZone() ?? '')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Time zone"
      description="For all dates, filters and charts of the dashboard, on this device. Limits, rules and the API keep UTC."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          chooseZone(value || undefined)
          onOpenChange(false)
        }}
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
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
