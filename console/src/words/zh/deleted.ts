import type { deleted as en } from "../en/deleted.ts";
import type { Translated } from "../text.ts";

export const deleted: Translated<typeof en> = {
  "deleted.kinds": "已删除的内容",
  "deleted.none": "没有可恢复的内容。",
  "deleted.restore": "恢复",
  "deleted.restoreNamed": "恢复 {name}",
  "deleted.restored": "已恢复",
  "deleted.receipts": "永久删除",
  "deleted.receipt": "凭据",
  "deleted.openReceipt": "打开凭据",
  "deleted.noReceipts": "此设备上没有永久删除的凭据。",
  "deleted.forGood": "{name} 已永久删除",
  "deleted.requested": "请求时间：{date}",
  "deleted.finished": "已于 {date} 从所有存储中移除",
  "deleted.removing": { other: "正在从所有存储中移除，还剩 {count} 条记录" },
  "deleted.check": "立即检查",
  "deleted.checkedClean": { other: "在所有存储中查找了 {count} 条记录，均未找到。" },
  "deleted.checkedLeft": { other: "仍能找到 {count} 条记录：" },
  "deleted.disk.clean": "磁盘的空闲页和日志中没有残留的已删除字节。",
  "deleted.disk.waiting": "磁盘的空闲页和日志尚未重写。",
  "deleted.disk.unknown": "平台隐藏其文件，因此无法检查磁盘的空闲页。",
};
