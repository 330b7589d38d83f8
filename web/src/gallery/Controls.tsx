import { Badge, Button, Checkbox, Group, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core'
import { IconShare3 } from '@tabler/icons-react'
import { IconButton } from '@/ui/IconButton'
import { TextLink } from '@/ui/TextLink'
import { Example } from './Example'
import { LONG_NAME } from './samples'

/** Buttons, fields and badges. */
export function Controls() {
  return (
    <>
      <Example name="Buttons">
        <Group>
          <Button>Book a class</Button>
          <Button variant="default">Not now</Button>
          <Button variant="subtle">Reset</Button>
          <Button disabled>Full</Button>
          <Button variant="default" disabled>
            Full
          </Button>
          <Button loading>Booking</Button>
          <Button leftSection={<IconShare3 size={18} aria-hidden />}>Share</Button>
          <IconButton label="Share the code">
            <IconShare3 size={20} />
          </IconButton>
          <TextLink href="#main">Read the terms</TextLink>
        </Group>
      </Example>
      <Example name="Fields">
        <TextInput label="Name" description="As your teacher calls you." />
        <TextInput label="Name, filled in" defaultValue={LONG_NAME} />
        <TextInput label="E-mail" error="Please write an address like name@example.com" />
        <TextInput label="E-mail of the account" value="meera@example.com" readOnly />
        <TextInput label="Not now" disabled />
        <Select label="Location" data={['India', 'Elsewhere']} defaultValue="India" />
        <Textarea label="About you" defaultValue={LONG_NAME} />
        <Checkbox label="I confirm I am at least 18 years old" />
        <Checkbox label="Chosen" defaultChecked />
        <Checkbox label="Not now" disabled />
        <SegmentedControl data={['Use 1 credit', 'Pay ₹1,023']} aria-label="How to pay" />
      </Example>
      <Example name="Tags">
        <Group>
          {['green', 'orange', 'red', 'blue', 'gray', 'yellow'].map((color) => (
            <Badge key={color} color={color} variant="light" tt="none">
              {color}
            </Badge>
          ))}
        </Group>
      </Example>
    </>
  )
}
