// A transaction after a gap is accepted and waits until the gap closes.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f86c82210501843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a008f314040b0ad158b3da517b7fa5e5c1f59ba5deec2c7521009f31bf4149b94aa079ec265096f133088c25c92b4f30dc1e5128802ce79403f3c4b00b0fe9abe9da"]}
<< {"jsonrpc":"2.0","id":1,"result":"0xbe3084b28344391d578227a89b9f3676504f7e4cf6be68d1a10130ee5328959e"}
// advance: 2000
>> {"jsonrpc":"2.0","id":2,"method":"eth_getTransactionReceipt","params":["0xbe3084b28344391d578227a89b9f3676504f7e4cf6be68d1a10130ee5328959e"]}
<< {"jsonrpc":"2.0","id":2,"result":null}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":3,"result":"0x0"}
>> {"jsonrpc":"2.0","id":4,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"}
// advance: 200
>> {"jsonrpc":"2.0","id":5,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":5,"result":"0x2"}
