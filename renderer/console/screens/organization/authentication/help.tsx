/** Help for an administrator who connects a sign-in method for the first time: steps, then what the method adds. */
import { Accordion, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function Help({ title, steps, children }: { title: string; steps: readonly string[]; children: ReactNode }) {
  return (
    <Accordion variant="separated">
      <Accordion.Item value="help">
        <Accordion.Control>{title}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md" maw={820}>
            <List type="ordered" size="sm" spacing={4}>
              {steps.map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
            {children}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

/** A heading, and a list of names with a sentence or two each. */
export function Named({ title, items }: { title: string; items: readonly { name: string; text: string }[] }) {
  return (
    <>
      <Text fw={600}>{title}</Text>
      <List size="sm" spacing={4}>
        {items.map(({ name, text }) => (
          <List.Item key={name}>
            <b>{name}.</b> {text}
          </List.Item>
        ))}
      </List>
    </>
  );
}
