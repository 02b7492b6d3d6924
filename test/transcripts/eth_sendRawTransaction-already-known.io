// The same transaction again: known until its block is sealed, too late afterwards.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":1,"result":"0x8f3a674c9d33e8cb4a32d7cefceac678f02ef45bde94c9a98948b4ca91ef179d"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"already known"}}
// advance: 200
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"already known"}}
// advance: 1800
>> {"jsonrpc":"2.0","id":4,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"nonce too low"}}
