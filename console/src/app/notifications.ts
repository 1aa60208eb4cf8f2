import { isNotified } from './preferences.ts';

/** Whether the browser has notifications, and the person has not refused them. */
export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission !== 'denied';
}

/** Asks the browser for notifications, and stores the answer. Call it from a click. */
export async function askToNotify(): Promise<void> {
  isNotified.value = (await Notification.requestPermission()) === 'granted';
}

/** Tells of something while the tab is hidden. Several tabs tell of it together, by the tag. */
export function notify(
  title: string,
  { onClick, ...options }: NotificationOptions & { onClick: () => void },
) {
  if (!document.hidden || !isNotified.value || !canNotify()) return;
  const notification = new Notification(title, options);
  notification.addEventListener('click', () => {
    window.focus();
    onClick();
    notification.close();
  });
}
