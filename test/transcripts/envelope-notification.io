// A request without an id is carried out and not answered, whatever becomes of it.
// status: 204
>> {"jsonrpc":"2.0","method":"eth_chainId"}
<<
// status: 204
>> {"jsonrpc":"2.0","method":"eth_nothing"}
<<
// status: 204
>> {"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<<
// advance: 200
>> {"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","pending"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x1"}
